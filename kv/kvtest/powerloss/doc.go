// Package powerloss builds what a power cut may leave on a disk. From a log of package
// trace, which records what a command did to its files, it makes images: the folder as it
// may look after a power cut behind any of the events.
//
// What was synced is there. Of everything else any part may be there: nothing, all, each
// write alone, all but one, any set of them, one write torn at a multiple of 512 bytes,
// the file with its new length or not. The same holds for names: creating, linking,
// renaming and removing are durable only once their folder was synced; until then each may
// have happened or not, in any order. This is everything that POSIX allows, and more than
// common file systems do.
//
// Each image is judged in a separate process, because a damaged file may crash it.
//
//   - pages.go: the content of a file, shared between images. disk.go: what is durable
//     and what is not, event by event. choice.go: which part of the rest is there.
//     image.go: the images of a log. judge.go: the process that opens them.
//   - restart.go: the state that the next process sees after a failed sync.
//   - cut_linux.go: a real file system on a loop device that can be shut down.
package powerloss
