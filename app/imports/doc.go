// Package imports takes in files of other systems: customers, what is sold, what was sold.
//
// # RULES
//
//   - A file is text in rows: comma, semicolon, tab or bar between the columns, a header
//     first, quotes where a cell has any of these or a new line. Its encoding is UTF-8, UTF-16
//     or Windows-1252, and is guessed; a few wrong bytes do not change the guess, and their rows
//     are warned of. One that is no table is refused, with the line.
//   - What our own files say is read as it was: guards of formulas come off. What a spreadsheet
//     has shortened is refused with its row.
//   - An import is uploaded, mapped, checked, approved and run, in this order; see state.go.
//     It can be mapped and checked again until it is approved, and ended at any time. What
//     was taken in until then stays.
//   - The check rehearses each record by the very commands that take it in, on a snapshot of
//     the store. It changes nothing and keeps nobody waiting. It sees each record beside what
//     is stored, and beside the records of the file that it names: what only all of them
//     together exceed is found in the run.
//   - A row that the check refused is left out of the run. Each row says what became of it:
//     the column, the line and the reason where something is wrong. One that cannot be
//     taken in stops no other.
//   - A record is taken in with its result, and with how far the import is, in one
//     transaction. However the program ends, it goes on where it was, and nothing is taken
//     in twice.
//   - Nothing is taken in that its approver may not do by the commands. Whoever lacks an
//     ability of a type does not read or change an import of that type; the list alone tells
//     that it is there.
//   - A record that is there already is found by its id, its external id, or what else
//     distinguishes it, and is changed. An empty cell leaves it as it is. What has no such
//     name is taken in once, by what it is called where it comes from; and a file of
//     wallet movements once as a whole.
//   - Commands tell nobody but where a row asks for it: buyers get no mail.
//   - The rows of a file are kept for KeptFor after its end, so that the report can be read
//     beside them, or not at all where nothing came of it. The counts stay.
//
// # MAP
//
//	record.go        an import, its rows, and what became of each
//	state.go         the states
//	decode.go        encodings; csv.go tables
//	upload.go        storing a file; command.go mapping, approving, ending
//	mapping.go       which column is what; preset.go ready mappings
//	word.go          words of a file that stand for ours; words.go those that it has
//	type.go          kinds of files; type_*.go one each
//	record_cells.go  reading cells; moment.go dates
//	orders.go        what is to be done to many orders, as an import of type_orders.go
//	plan.go          rows as records
//	work.go          its turns in the queue; step.go one step of it
//	read.go          the list and the report; forget.go what is kept no longer
package imports
