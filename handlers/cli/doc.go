// Package cli is the command line: marquee init, serve, token, user, check,
// backup, restore, compact, export, import, demo and version. It knows flags and
// arguments; how a store is opened comes from main.
//
//	cli.go     the application, its help, and errors to exit codes
//	exit.go    the exit codes
//	flags.go   flags, each with its environment variable
//	field.go   refusals of the business, in the words of flags
//	help.go, suggest.go  help, also as manual pages, and what a mistyped word may have been meant as
//	completion.go  what shells complete
//	admin.go   administration commands: run here on a stopped store, or by the
//	           server that runs on it, through the private socket
//	read.go    those of them that only read, on a stopped store
//	table.go   the list of administration commands
//	derived.go those that ask an operation of the API: flags, --json and table come
//	           from its declaration; webhooks.go, mail.go and others declare them
//	operation.go  what flags say, as a request; columns.go  an answer as a table
//	api.go     marquee api, which asks any operation
//	token.go, user.go, queue.go, payments.go  those of the whole installation
//	sbom.go    what the binary is made of
//	tls.go     certificates
//	connections.go  how many connections an address may hold
//	install.go a systemd unit
//	disk.go    room to start, and the watch on the disk
//	machine.go, doctor.go, doctor_backups.go   is the machine fit?
//	check.go   is the store sound?
//	backup.go, backup_job.go  backups: make, list, verify, prune
//	named.go   which backup is meant by a name
//	schedule.go, backup_run.go  backups by themselves: the plan, and the process
//	           that makes one; backup_disk.go  whether they go to the disk that they went to
//	restore.go a backup becomes the store; compact.go a store becomes small
//	upgrade.go a copy before an upgrade; rollback.go goes back to it
//	export.go  export and import
//	args.go    arguments of a command among its flags
//	copy.go    a store that does not change: what check and backup work on
//	init.go    a new store
//	serve.go   the server: start, drain, stop
//	heap.go    how often the server collects garbage
//	welcome.go what the server prints at start, and the demo's credentials
//	demo.go    a large demo store
//	leftovers.go  a folder whose store is gone
//	rehearse.go  an on-sale and a gate rush on a throw-away copy
//	fetchdir.go where a backup from a bucket is fetched to
//	owner.go   whose the files are that root makes
//	folder.go  the data folder and what may lie in it
//	places.go  where serve keeps what, for who comes by hand
//	secret.go  passwords: from standard input, or made
package cli
