// Package customer holds the people who buy and hold tickets.
//
// A customer belongs to one company and is known there by the e-mail. The name
// is stored whole, in whatever script it was given; first name and surname are
// read out of it.
//
//	record.go  the stored record and its indexes
//	name.go    first name and surname
//	fields.go  what a caller may set, and the rules for it
//	find.go    look-ups, and FindOrCreate for a sale
//	write.go   the commands Create and Edit
//	list.go    the list
//	group.go   groups by hand; group_sync.go what rules put into them
//	sso.go     customers of the promoter's own systems
//	token.go   links and tokens that sign customers in at the shop; mailed.go: links by mail
//	merge.go   one person who is there twice becomes one customer; merge_step.go does it in pieces
//	person.go  what is kept of a customer in all areas: see app/person
//	erase.go   blanking everything that is kept of a customer; erased.go does it again in a
//	           store that comes back from an older backup
//
// [Changed] fires when a customer's data was edited: gates show some of it.
//
// # Rules
//
//   - An e-mail belongs to one customer of a company, an external id too. Addresses that
//     look the same are the same: case, width and invisible characters do not count.
//   - A sale finds its customer by id, else by e-mail, else makes one, for whom a name is
//     required. A known customer keeps the name on file.
//   - The first word of a name is the first name, all others are the surname.
//   - A field that is absent from a change stays, one that is null is cleared. An address of
//     which nothing is sent, or only empty parts, stays as it is.
//   - A tax number that changes is no longer verified.
//   - Who is merged into another keeps a record that says so, and nothing else. Erasing the one
//     erases the other.
//   - Addresses of before are kept with the customer, for nothing but to find at an erasure or
//     an export what is kept under them, as long as nobody else has one now.
//   - Who is erased is found by nobody any more; orders and money stay. It is refused while
//     there are tickets for what is to come or money on an account, unless it is forced; the
//     tickets are void then, without money back.
//   - A store that comes back from an older backup erases again whoever was erased since, as a
//     customer and by addresses that no customer has in it, and keeps in mind all the others.
package customer
