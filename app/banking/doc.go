// Package banking takes in statements of the bank, and says which orders the money in them is for.
//
//	record.go     what is stored of a transfer
//	statement.go  a statement, whatever its format; csv.go, camt.go the formats; cell.go amounts and days
//	match.go      which order a transfer is for, and how sure that is
//	upload.go     storing a statement; confirm.go taking the money for orders, and setting transfers aside
//	read.go       the list
//
// # RULES
//
//   - Only money that came in is kept. What went out, and what is not booked yet, is passed over.
//   - A transfer is stored once, however often and in whatever file its statement is uploaded: it is
//     known by its end-to-end id or by what was booked, with its amount and its day. Two that are the same in
//     all of that are told apart by their number in one statement.
//   - What a transfer is for is found out when it is looked at: orders come and go. It is sure
//     when its text has the reference of one order that waits for exactly this amount, and nothing else is.
//   - Confirming is the command by which anybody notes that an order was paid by transfer, in the
//     transaction that notes the transfer as taken. An order is paid as a whole: several transfers can be
//     confirmed together for one, and too little is refused. More than is due is taken only when
//     somebody says so; the rest is told with the transfer, and belongs to nobody here.
//   - A statement is bounded, and is read without following anything that it names: a document type
//     or an entity in it is refused.
package banking
