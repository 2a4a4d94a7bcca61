// Package firstrun is how a box office begins: whoever holds a code that the server printed makes
// the company and its first user, and then the first event with its tickets, ways to pay and
// everything that lets it sell.
//
//	code.go     the code, what a guess costs, and the company, its first user and their session
//	read.go     how far somebody has come
//	event.go    the first event with its place; tickets.go what it sells, and the tax in it
//	pay.go      how the company is paid, and putting the event on sale
//	guess.go    what somebody most likely wants, by where they are
//	step.go     what all steps have in common
//
// # RULES
//
//   - The code is good once, for an hour, and in the process that printed it alone. It is kept
//     as a hash, compared in constant time, and only so many wrong guesses are answered in a
//     minute, whoever makes them. They keep nobody out who has the code.
//   - The company, its user and their session are one transaction, which finds out by itself
//     that there is no company yet: of two people one is first, and the other is told so.
//   - A step is kept as what it becomes, and can be taken again until the event is on sale: it
//     changes what it made. What is refused on the way leaves nothing.
//   - The steps are about the one event of a company. One that has more is looked after in the
//     office: nobody changes an old event by coming here again.
//   - While somebody is awaited the server serves nothing else.
package firstrun
