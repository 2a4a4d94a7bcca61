// Package discount is the API of discount codes.
package discount
