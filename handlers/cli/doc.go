// Package cli is the command line: it puts the commands of its packages together, and runs one.
// How a store is opened, and what serves it, comes from main.
//
//	cmdline     what every command has: flags, refusals, exit codes, help, completion, tables
//	listen      what a server listens on: addresses, certificates, proxies, connections, its log
//	operate     what operators do with a store and its server: init, serve, backup, restore …
//	administer  what the API administers, derived from its declarations; and marquee api
//
//	cli.go      the application
//	rehearse.go an on-sale and a gate rush on a throw-away copy
//	sbom.go     what the binary is made of
package cli
