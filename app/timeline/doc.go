// Package timeline puts together what happened to an order: its own steps, its money, its mails,
// its documents, what gates saw of it, what staff noted, and what they changed.
//
//	timeline.go  the timeline, and its order
//	sources.go   what each area has to tell
//	who.go       who changed a record last
//
// # Rules
//
//   - Whoever may see the order sees its steps, money, documents and scans; mails are for those
//     who may see mails, and what staff changed for those who may see the log. What is left out
//     is named, so that nobody takes a timeline for whole that is not.
//   - It is told oldest first, and has the newest maxEvents.
package timeline
