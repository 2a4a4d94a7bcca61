// Package journal keeps every write set of a store a second time, in a folder that
// should lie on another disk. The newest backup and the journal together are the
// store at any moment since that backup, even when the file itself is gone.
//
// A write set is in the journal before it is committed, so a process that is killed
// leaves a journal that is never behind the store. At least every 100 ms it is
// synced, by a goroutine of its own, so a machine that loses power leaves one that
// may be a tenth of a second behind. Trouble with the journal never refuses or holds
// up a commit. A disk that takes longer than that is followed: commits go on, and
// what they wrote waits in memory, within bounds, until the disk has caught up;
// meanwhile the journal is behind, and Lag tells since when. What goes wrong beyond
// that is logged and counted, and the journal begins anew.
//
// The folder is one store's alone: journal.lock in it says that somebody writes.
//
// A generation is a journal without a gap. It needs a base, a backup whose last
// commit lies within it, before anything can be made of it. A new one begins when
// the journal could not keep up: a failed disk, a power cut, writes while no journal
// was kept.
//
// A generation is a row of segments, files named GENERATION-NUMBER.journal. Each is
// the line of segmentIntro, then frames as in package frame, chained over segments too.
// Besides the frames of commits there are these letters:
//
//	H  header: a JSON object (Header). The first frame.
//	E  end: the number of B frames. The last frame of a finished segment.
//
// A segment that was not finished may end in a torn frame. What follows the frame at
// which the next segment goes on never reached the store, and does not count.
//
//	frame.go    the letters of frames, and damage
//	segment.go  reading one file; walk.go  reading a generation
//	journal.go  what is told to it; writer.go  writing; sync.go  syncing and the rest
//	status.go, notes.go  how it stands; prune.go  what can go
//	resume.go   going on where another process ended
//	disk.go     what is done to files; limits.go  the figures
package journal
