// Package attention is the API of what waits for a person, and of what stands between an event and
// its sale.
package attention
