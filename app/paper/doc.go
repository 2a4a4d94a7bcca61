// Package paper draws tickets, gift vouchers and the cover sheets of what is posted: PDF pages for sheets of A4 and A6 and for rolls of 80
// mm, with a QR, Aztec or Code 128 symbol drawn as vectors.
//
// It is pure: what stands on a ticket is handed over as text in the buyer's language,
// and the same document gives the same bytes. It reads no store and knows no order.
//
// # RULES
//
//   - A symbol holds the barcode of the ticket and nothing else, on white, with the
//     quiet zone that its standard demands (QR 4 modules, Code 128 10, Aztec none but it
//     gets 2), and never smaller than what a phone reads: 40 mm for a square one.
//   - The mask of a QR code is the one of the eight with the lowest penalty, as the
//     standard wants it. Level M (15 % may be damaged).
//   - A barcode that the wanted kind cannot say (Code 128 has no umlauts) is drawn as QR.
//   - Text never leaves its column: it is wrapped, made smaller to 70 % and then cut with
//     an ellipsis. Barcodes are never cut.
//   - Text is set by app/letters, in the scripts of the world. A letter that no font has becomes one "?" for the
//     whole run, and Write names it, so that it can be said; emoji fall away. There are never boxes.
//   - A file has of each font only the glyphs that are drawn, and each says which letters it stands for: text is
//     found and copied.
//   - Colours of a company carry black or white text, whichever contrasts more.
//   - Up to [MaxTickets] tickets a document.
package paper
