// Package form is what the codes on tickets look like, without the cryptography in them:
// whoever reads a code here still has to check its signature or its digits. Its rules are
// told by package ticketcode. Nothing but the standard library is imported, so that phones
// run the same code as the box office.
//
//	form.go      the forms of codes
//	signed.go    signed codes
//	rotating.go  rotating codes
//	lease.go     leases over tickets
//	spell.go     bytes as letters and digits
//	numbers.go   the same as a row of numbers, as a phone passes it in and out
package form
