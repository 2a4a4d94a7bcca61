// Package recovery makes new baskets of expired ones, with what of them is still to be had.
//
// The rules are told in the documentation of package sales.
package recovery
