// Package disklevel watches the space on the disk while the box office serves. It
// takes work away in steps before the disk is full, so that scans go on as long
// as anything can, and gives it back when there is room again.
//
//	watch.go       the watcher
//	decide.go      which step, and what becomes of the ballast
//	ballast.go     a file that is there to be deleted
//	reserve_*.go   room for it, per system
package disklevel
