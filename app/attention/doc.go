// Package attention lists what waits for a person: the most urgent first, each with how much of it
// there is and since when. It reads, and changes nothing.
//
//	attention.go  the kinds, and the list
//	money.go      payments, orders that are due, approvals
//	outward.go    mails and webhooks that did not arrive, backups that fail
//	door.go       tickets that came in twice
//	events.go     events that are about to begin and are not ready, and what is nearly sold out
//
// # RULES
//
//   - Everybody sees what they may do something about: a kind asks for the ability of the list
//     that it stands for.
//   - Every read is bounded: of what no index counts no more than a hundred are counted, and no
//     more than the next twenty events are looked at.
//   - What is settled is gone by itself: nothing is kept, and nothing can be ticked off.
package attention
