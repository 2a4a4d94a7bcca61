//go:build linux && (amd64 || arm64)

package trace

import "golang.org/x/sys/unix"

// onDescriptor are the calls that change a file by its descriptor.
var onDescriptor = map[uint64]on{
	unix.SYS_WRITE: {CallWrite, 0}, unix.SYS_PWRITE64: {CallWrite, 0}, unix.SYS_WRITEV: {CallWrite, 0},
	unix.SYS_PWRITEV: {CallWrite, 0}, unix.SYS_PWRITEV2: {CallWrite, 0}, unix.SYS_SENDFILE: {CallWrite, 0},
	unix.SYS_COPY_FILE_RANGE: {CallWrite, 2}, unix.SYS_SPLICE: {CallWrite, 2},
	unix.SYS_FTRUNCATE: {CallResize, 0}, unix.SYS_FALLOCATE: {CallResize, 0},
	unix.SYS_FSYNC: {CallSync, 0}, unix.SYS_FDATASYNC: {CallSync, 0},
}

// onPath are the calls on names that every processor has.
var onPath = withOld(map[uint64]where{
	unix.SYS_OPENAT:    {kind: CallOpen, from: 0, name: 1},
	unix.SYS_MKDIRAT:   {kind: CallFolder, from: 0, name: 1},
	unix.SYS_UNLINKAT:  {kind: CallRemove, from: 0, name: 1},
	unix.SYS_RENAMEAT:  {kind: CallRename, from: 0, name: 1, into: 2, second: 3},
	unix.SYS_RENAMEAT2: {kind: CallRename, from: 0, name: 1, into: 2, second: 3},
	unix.SYS_LINKAT:    {kind: CallLink, from: 0, name: 1, into: 2, second: 3},
})
