// Package search says when a text answers a search: when it contains each of the words asked
// for, anywhere and in any order, without regard to case, accents, width and ligatures.
// "uller an" finds Anna Müller, "小明" finds 王小明. Every character counts as it is: "%" and "_"
// find themselves. It is pure.
//
// # How texts are found
//
// An indexes.Texts keeps a line for each record: its folded texts, and numbers that nobody
// searches for, such as its customer. A search reads the lines of the company one after
// another. What was weighed, for a million order items of 225,000 orders:
//
//   - An entry for each end of each word: six to thirty random writes for an order, 400 bytes
//     an order item and more.
//   - A vocabulary with an index of its trigrams: cheap where words repeat, which names do.
//     Barcodes, references and most addresses are words that nobody else has, so that the
//     vocabulary would be as large as the lines and its trigrams ten times as large.
//   - Lines in memory: has to be read at each start, and is a second copy to be kept right.
//   - Lines in blocks of 64, in the store: one write for what is sold together, at the place
//     where the sale before wrote; and one pass of some milliseconds for each search. It
//     also took the place of the indexes of words.
package search
