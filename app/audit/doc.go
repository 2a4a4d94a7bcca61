// Package audit is the log of what staff change and of what they are refused: who, when,
// from where, through what, which records, and what they were before and after. It is
// append-only and chained by hashes.
//
//	log.go        what is written down: listening to a transaction
//	diff.go       what changed in a record, as text
//	mask.go       what is never shown: secrets, and what is known of people
//	refused.go    refused attempts: gathered, bounded, written by a job
//	entry.go      what is stored: entries, and the head of the chain
//	chain.go      the one way in which an entry is written, hashes, and walking the chain
//	list.go       searching it
//	forget.go     what is too old
//
// # RULES
//
//   - Each transaction that a member of staff asked for through App.Update writes an entry
//     as its last act: no entry without the change, no change without the entry. A new
//     operation is written down without doing anything for it. So is what whoever runs the
//     box office does at the command line; a change of a user, a token or a company is then
//     written in each company that it concerns.
//   - Not written down are scans, admissions, baskets, sales, answers given and what a till
//     uploads: each is a record of its own that says who made it and when. What such a call
//     does beyond the ordinary is noted all the same: rules that were lifted, what was given
//     away, overrides at a gate, answers of guests that were changed (app.Note). So is what
//     opens an account of one's own: tokens, the second factor, a password by a mailed link.
//   - Counters, queues, caches, copies and journals are not written down: their tables say so, as Unaudited.
//     Every other table is, from its first day on. What staff ask of them by hand is noted: a
//     mail to everybody of an event, one that is sent again, the line before an event, a test call of
//     a webhook, calls that are sent again.
//   - Of a changed record the changed fields are told. Secrets (hashes, tokens, keys, codes)
//     and what is known of people (names, addresses, notes) are shown as *** and so tell
//     that they changed, never what they are. There is no person's data in the log but the
//     number of a user and a network address, so that erasing somebody leaves the chain
//     whole.
//   - An attempt that the API, a page for staff or a scanner refused because its caller may
//     not (403) is written down within a second of the answer, and at the latest when the box
//     office stops. Attempts of one token at the same operation from the same address within
//     that second are one entry with a count. A token has MaxRefused entries of its own an
//     hour, and a company MaxRefusedCompany; what is beyond is counted, and the count stands
//     in one entry every SummaryEvery.
//   - Entries of a company are numbered without gaps; each has the hash of the one before.
//     The number and hash of the last one stand in every full backup.
//   - An entry is kept for Kept. The head remembers where the chain begins then.
package audit
