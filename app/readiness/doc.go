// Package readiness tells whether an event sells, and if not, why: every condition by its name, in
// the order in which somebody meets them. It reads, and changes nothing.
package readiness
