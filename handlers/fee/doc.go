// Package fee is the API of fees.
package fee
