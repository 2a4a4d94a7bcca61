// Package sold changes what was sold and stands: its barcode, name, holder, seat or purchaser.
//
// The rules are told in the documentation of package sales.
//
//	sold.go       other barcodes, names and holders
//	name.go       buyers put other names on their tickets
//	purchaser.go  orders are given to others
//	seat.go       other seats
package sold
