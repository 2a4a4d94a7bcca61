// Package list answers every list of the API, in one way.
//
// An area declares a list once: its name, its filters as a struct whose fields
// have names, and a plan that says which index answers them. What a page costs,
// what its total is worth, how offsets and cursors go on, is decided here.
//
// # Three ways to a page
//
//   - The plan's walk has what the filters ask for and nothing else, as it was put
//     together from groups of a counted index. Rows are picked from index entries;
//     the total is a sum of counters; an offset is walked to from the nearer end.
//   - A filter names few records (a word, a customer): they are read, decided about
//     and sorted. The total is exact.
//   - Else the walk is followed, and each entry decided about: by the sets of ids that
//     other indexes gave, then by its record. The total is exact up to MaxCounted
//     rows; beyond, it is a lower bound and says so.
//
// # Cursors
//
// A cursor carries the name of the list, its filters under their names, and a place
// in the order of the list. It goes on alone; a filter that is sent beside it must
// agree. It counts only for the company that it was made for.
package list
