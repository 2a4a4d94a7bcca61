// Package listen is what a server of the command line listens on, and writes its log to.
//
//	listen.go, edges.go  addresses, and who stands between the server and its callers
//	tls.go     certificates
//	connections.go  how many connections an address may hold
//	log.go     the log
//	heap.go    how often the server collects garbage
package listen
