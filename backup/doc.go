// Package backup looks after a store from outside the business: so far the
// private socket through which a running server takes administration commands.
//
//	socket.go  the server's end: one request, progress, one reply per connection
//	call.go    the command's end
//	address.go where the socket lies, however long the path of its folder
package backup
