// Package backup looks after a store from outside the business: whether it is
// sound, backups that are proven to open, and the private socket through which a
// running server takes administration commands.
//
// A backup is a tar of manifest.json and marquee.db, compressed with zstd, closed
// by a frame that zstd tools skip (eight bytes of head, then the SHA-256 of all
// before it), and encrypted with age when there are recipients.
//
//	inspect.go  a check: pages, marks, records, indexes, counters, invariants
//	finding.go  what a check says
//	child.go    a check in another process, which a damaged file may crash
//	open.go     a store for serving, and one that is only read; log.go  its log
//	rebuild.go  indexes made anew
//	copy.go     a copy of a store, running or stopped
//	keeper.go   who makes and restores backups
//	take.go     making one: check, write, sync, read back, name
//	verify.go   unpacking one, and checking everything in it
//	manifest.go, pack.go, unpack.go, secret.go  its form
//	destination.go, s3.go  where backups lie: a folder, or a bucket
//	list.go, newest.go, keep.go  which there are, which is the newest, and which stay
//	servers.go  who else makes backups of a copy of the store into the same place
//	plans.go    what a stopped store knows of its backups
//	restore.go  a backup becomes the store
//	erased.go   whoever was erased stays erased: after a restore, and in backups made anew
//	asof.go     the way to a moment: a backup, and what the journal adds
//	journaling.go, compare.go  keeping a journal, and proving that it leads to the store
//	before.go   a copy before each upgrade; rollback.go goes back to it
//	compact.go  the same store in a smaller file
//	frame.go    the stream of an export, written down; export.go, import.go
//	disk.go     what is done to files
//	socket.go   the server's end: one request, progress, one reply per connection
//	call.go     the command's end
//	address.go  where the socket lies, however long the path of its folder
package backup
