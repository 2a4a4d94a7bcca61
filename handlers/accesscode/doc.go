// Package accesscode is the API of access codes.
package accesscode
