// Package powerloss builds what a power cut may leave behind. Package trace says
// what a command did to its files; from that come the images: the folder as it
// may look when the power goes after any of the events.
//
// What was synced is there. Of what was not, any part may be: nothing, all, each
// write alone, all but one, any set of them, one write torn at a multiple of 512
// bytes, the file with its new length or not. The same goes for names: a new
// file, a second name, another name and a removal are safe only once their folder
// was synced, and until then each may have happened or not, whatever the order.
// That is more than common file systems do, and all that POSIX allows.
//
// Each image is judged in a process of its own, which a damaged file may crash.
//
//   - pages.go: the content of a file, shared between images. disk.go: what is
//     safe and what is not, event by event. choice.go: which part of the rest is
//     there. image.go: the images of a log. judge.go: the process that opens them.
//   - restart.go: what a failed sync took, seen by the next process.
//   - cut_linux.go: a real file system on a loop device, and its plug.
package powerloss
