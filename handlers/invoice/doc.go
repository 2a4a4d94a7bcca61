// Package invoice is the API of invoices.
package invoice
