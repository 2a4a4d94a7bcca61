// Package media keeps the pictures of events and companies.
//
// # RULES
//
//   - A picture is a PNG, a JPEG or a WebP by what it contains, whatever it is called,
//     of at most 7 MB and 40 megapixels; how large it is, is looked at before it is
//     decoded. All that are being decoded take 128 MB together: each waits for its part, and
//     what can never have it is refused.
//   - It is turned as its camera says, drawn anew in the size of its place, and stored as
//     JPEG, or as PNG where it is transparent: whatever else the file carried (where it
//     was taken, a thumbnail, a program) is not in it any more.
//   - A logo that is transparent is stored on a plate, so that it is read on any ground. An SVG
//     is refused by its name.
//   - A place has one picture. A new one takes its place and the old one is deleted.
//   - The address of a picture ends in a hash of its bytes: it never shows anything
//     else, so whoever has it may keep it for ever, and nobody guesses it.
//
// # Where things are
//
//	place.go    the places, and the sizes of pictures in them
//	decode.go   from what was sent to pixels
//	turn.go     the orientation that a camera notes
//	weight.go   how much memory that takes; budget.go: how much there is
//	shrink.go   smaller, row by row
//	plate.go    what is behind a logo
//	encode.go   from pixels to what is stored
//	keep.go     the part of a picture that its place has room for
//	crop.go     parts of a stored picture in other sizes
//	file.go     the stored bytes, and the pictures of an owner
package media
