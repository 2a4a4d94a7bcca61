// Package person gathers everything that is kept about one customer, for whoever asks what
// is known of them.
//
//	person.go  the export
//
// # RULES
//
//   - Whoever may erase a customer may export what is kept: both are answers to a person who
//     asks for them.
//   - The export holds the records as they are stored, by area. What opens something (tokens,
//     hashes, codes) is none of it.
//   - Answers about a ticket are those of its holder, whoever bought it.
//   - An area gives at most MaxRecords of each kind, and says when there are more.
package person
