// Package app is the kernel of the business: who calls, what a refusal is, and
// how a command reaches the store. The rules themselves live in the areas below
// it, one package each.
package app
