// Package ticketcode makes and checks the codes on tickets that a gate can check without a
// network. It is pure: no store and no clock is asked.
//
// # RULES
//
// A ticket has a barcode: 23 characters that nobody can guess. It is shown in one of three
// forms. Each contains the barcode, so that a gate that knows the ticket finds it in any of
// them, and a barcode that was replaced is known as such.
//
//   - Plain: the barcode alone.
//   - Signed: "S:" and the letters and digits of order codes, five bits each, most
//     significant first, the last one filled up with zeros. They spell: one byte of version
//     (1); as unsigned LEB128 numbers the id of the key, the event, the order, the order
//     item and the sale item; one byte whose two low bits are the kind of the ticket, bit 2
//     that it has a beginning, bit 3 that it has an end; the beginning and the end, where it
//     has them, in minutes since 2020 as LEB128; the barcode in 15 bytes; and 64 bytes of an
//     Ed25519 signature over "marquee ticket" and everything before the signature. A code
//     has one form: whatever does not spell the same when it is written anew is none.
//   - Rotating: the barcode, a dot, and six digits of a TOTP (RFC 6238) with HMAC-SHA-256,
//     steps of 15 seconds since 1970 and one step of tolerance. The secret of a ticket is 20
//     bytes, written in base32 (RFC 4648) without padding.
//
// A lease is written like a signed code, behind "L:", and signed over "marquee lease": the
// version (1), the key, the zone, the device, the number of the lease and its end in seconds
// since 1970 as LEB128, eight bytes with a bit for each of 64 parts, and how many sale items
// follow, and they. The part of a ticket is that of its order: the upper six of the low 32
// bits of its id times 0x9E3779B1. A lease by gates is of version 2: behind the sale items
// stands how many gates follow, and they, each with eight bytes for the parts of its own. The
// gate of a ticket is the first of those that lead to its seat. The parts in front are for
// tickets to whose seats none leads; a ticket of which only the code is known is in no lease
// by gates.
//
// A signature tells that the box office sold the ticket, not that it still stands: where
// the ticket is known, what is known of it decides. The secret of a rotating code follows
// from a secret of the company and the barcode, so it changes whenever the barcode does,
// and nothing has to be stored for it.
//
// Phones take codes apart with the same program as the box office (package form, compiled to
// WebAssembly) and leave the cryptography to their browser: Ed25519 in WebAssembly takes
// some two milliseconds a code and 90 kB more to load, theirs takes a tenth of one.
//
//	signed.go    signed codes; rotating.go rotating ones; lease.go leases
//	form         what codes look like, without any cryptography
package ticketcode
