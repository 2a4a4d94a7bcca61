// Package logfile keeps what was committed to a store and what its file may not have yet.
//
// The log of a store is two files beside it, STORE.log-1 and STORE.log-2, which are written
// in turns. Both have their size from the beginning: to write over what is there takes one
// sync of the data, to make a file longer takes one of the file system too. A file is written
// over only when the store's file has everything in it, so the log is never more than the two.
//
// A file is the line of intro, then frames as in package frame, chained over both files:
//
//	H  header: a JSON object (Header). The first frame.
//	B  one commit
//
// Behind the last frame lies what was written before, or nothing. A frame is written only
// after the one before it is on the disk. So a frame that cannot be read is the end of the log,
// and never was acknowledged to anybody, unless one with a later time follows it: then it is
// damage.
//
//	log.go  writing; half.go  one of the two files; read.go  reading both
package logfile
