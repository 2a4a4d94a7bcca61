// Package voucher is the API of gift vouchers.
package voucher
