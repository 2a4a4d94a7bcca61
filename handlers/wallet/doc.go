// Package wallet is the API of wallets: what customers have, how it moved, and how it is
// paid out.
package wallet
