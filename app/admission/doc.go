// Package admission decides who goes first when more is asked for than can be done. It has two
// ideas, and everything that shares a machine between callers is said with them.
//
// A [Class] is a weighted semaphore: so many places, so many of one caller, so many in line and for
// so long. Who waits is let in by what each has used: the caller with the least goes first, whenever
// its request came, so a hundred requests of one delay the one of another by no more than what runs.
// Nobody of one class waits for anybody of another.
//
// A [Bucket] is what one caller may have at once, and earns anew evenly.
//
// The page fairness.md of the manual has all classes and buckets with their numbers.
//
//	class.go    Class: who is in, who waits, who is refused
//	order.go    who is next
//	classes.go  the classes of one process, and their figures
//	bucket.go   Bucket, and Buckets of many callers
package admission
