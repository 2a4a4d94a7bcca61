// Package machine reads what the box office stands on: the file system and the
// disk below a folder, memory, and how long a sync takes. It judges nothing. What every
// system grants in its own way is here too: a lock, going last, names that last.
//
//	machine.go        what is read, and by whom it is asked
//	sync.go           how long the disk takes to promise
//	synced.go         folders that a program copies elsewhere behind our back
//	disk_linux.go     Linux: mounts, devices, kernel, memory
//	disk_other.go     other systems, where these figures are unknown
//	free_*.go         free space, per system
//	datasync_*.go     the sync that a commit makes, per system
//	folder.go         folders and files that are there after a power cut
//	owner_*.go        whose the files are that root makes, and what to do when a file is denied
//	typed.go          words as they are typed to a shell
//	boot_*.go         how long the machine runs, and whether a time server keeps its clock
//	lock*.go          a lock that dies with its holder
//	yield_*.go        working when nobody else wants to
package machine
