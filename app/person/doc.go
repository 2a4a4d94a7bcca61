// Package person says how whatever is kept of people is erased, given to another customer, and
// told to whom it is about. Each area has its rules (Personal), app/areas puts them together, and
// a customer is what they begin with: see app/customer. What goes from a record is declared with
// its table: see indexes.Person.
//
//	rule.go    the rules, and how records are found by a person
//	erase.go   an erasure, step by step
//	words.go   whether a text is about somebody
//	merge.go   a merge, step by step
//	export.go  what is kept, as it is told
//
// # RULES
//
//   - An erasure, and a merge, do some of each rule in a transaction, as far as there is more in
//     the next. How far each rule has come is kept under its name.
//   - Whoever may erase a customer may export what is kept: both are answers to a person who
//     asks for them.
//   - The export holds the records as they are stored, by rule. What opens something (tokens,
//     hashes, codes) is none of it.
//   - Answers about a ticket are those of its holder, whoever bought it.
//   - A rule gives at most MaxRecords of each kind, and says when there are more.
package person
