// Package money serves what accounts work with: payments by card, money that came by transfer, and
// the ledger.
package money
