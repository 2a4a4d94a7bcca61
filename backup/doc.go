// Package backup looks after a store from outside the business: whether it is
// sound, and the private socket through which a running server takes
// administration commands.
//
//	inspect.go  a check: pages, marks, records, indexes, counters, invariants
//	finding.go  what a check says
//	child.go    a check in another process, which a damaged file may crash
//	rebuild.go  indexes made anew
//	copy.go     a copy of a store, running or stopped
//	socket.go   the server's end: one request, progress, one reply per connection
//	call.go     the command's end
//	address.go  where the socket lies, however long the path of its folder
package backup
