// Package letters sets text in the scripts of the world: which font has a letter, how letters join, in which order they stand, and
// where a line may end. Paper draws what it sets as PDF, others as pictures.
//
// # RULES
//
//   - A letter is never left out in silence: one that no font has becomes one "?" for the whole run, and [Printable] names it. Emoji
//     and other signs without a letter fall away.
//   - A character is written in its plain form (ﬁ as fi) where only that can be written.
//   - Marks of direction that people type are dropped: nobody turns a name around. The order is that of the Unicode bidi algorithm
//     without them.
//   - Text is bounded: at most [MaxMarks] marks on a letter, and [MaxText] characters in a text.
//   - Fonts are packed in the program. Each is unpacked once, when its first letter is written.
//
// It is pure: it reads no store, and the same text is set in the same way.
package letters
