// Package operate is what operators do with a store and its server.
//
//	program.go what commands work with, wired by main
//	admin.go   administration commands: run here on a stopped store, or by the server that runs
//	           on it, through the private socket, or by the node of its cluster that leads; those
//	           that only read leave it as it is
//	folder.go  the data folder, what may lie in it, whose it is, and room on its disk; places.go  where serve keeps what
//	init.go    a new store; demo.go  a large made-up one
//	serve.go   the server: start, drain, stop; welcome.go  what it prints at start
//	smtp.go, seal.go  where mails go, and what is sealed beside the store; kept.go  the same on every node
//	clock.go   a clock that cannot be right
//	cluster.go  the store of a node of a cluster, and what goes on while that leads
//	doctor*.go is the machine fit?   install.go  a systemd unit
//	check.go   is the store sound?   copy.go  a store that does not change, to work on
//	backup*.go, named.go  backups: make, list, verify, prune; schedule.go  by themselves
//	journal*.go  what was committed since the last backup
//	restore*.go  a backup becomes the store; compact.go  a store becomes small
//	rescue*.go a store that is damaged or gone; leftovers.go  a folder whose store is gone
//	upgrade.go a copy before an upgrade; rollback.go  goes back to it
//	export.go  export and import; erase.go, person.go  what is kept about one customer
package operate
