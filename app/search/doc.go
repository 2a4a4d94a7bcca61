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
//
// The blocks of order items take 35 bytes of the file for each, those of customers 9, those of
// orders less than 6. To complete an order costs two reads and two writes more, of 1.6 kB. A
// search of processor time on two slow processors: references 2 ms, orders by whatever names
// them 4 to 8 ms (a name that thousands have: 26), the tickets of a zone 20 ms, of which 15 are
// the lines of a million barcodes of 23 letters. A part of a barcode that short words and many
// people share costs up to 70. A store of a million items builds the indexes in 10 s when it is opened.
package search
