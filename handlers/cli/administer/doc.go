// Package administer are the commands that administer what the API administers.
//
// Most of them are derived: a command names an operation, and its flags, its --json and its table
// come from the declaration of that. What is written down is what is called or said otherwise.
//
//	derived.go    a derived command; operation.go  what flags say, as a request
//	columns.go    an answer as --json and as a table
//	api.go        marquee api, which asks any operation
//	webhooks.go, mail.go, wallet.go and others declare derived commands
//	table.go      the list of all
//
// Those of the whole installation (tokens, users, the queue, payments) have no operation, and
// others put several together: event create, report show.
package administer
