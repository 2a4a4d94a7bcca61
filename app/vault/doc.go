// Package vault is how whoever runs the installation gives it keys that are never shown again:
// those with which a company takes cards or signs passes, and the mail server. They are no part of the store, and
// so of no backup; whoever serves the store keeps them, sealed.
//
//	vault.go  the keys of the payment gateway
//	mail.go   the mail server
//	passes.go the keys of passes
package vault
