// Package codes is what the codes that buyers type have in common, whatever they do:
// their text, how often and when they count, children, trash, lists. A kind of codes is
// a table of its own; discount codes and access codes are kinds.
//
//   - record.go is the common part of a stored code, kind.go a kind with its indexes.
//   - write.go makes and changes codes; children.go makes many that share their
//     settings; trash.go deletes and restores; read.go reads, target.go lists those of an
//     event, uses.go tells how often and when they were used; copy.go lets them count at copies of one.
//
// # RULES
//
//   - The text of a code is unique among those of its kind in the company, without case.
//   - A code that orders were made with is disabled instead of deleted. Restoring takes
//     both back; it is refused when another code has the same letters.
//   - A parent cannot be entered. Its children have letters of their own and its
//     settings, whatever becomes of those; each child has the parent's limits of uses
//     for itself. A code that orders were made with cannot become a parent.
//   - A code that is paused cannot be entered, and a basket that has it does not complete,
//     until the pause is taken back. Its children are paused with it.
//   - Uses are counted for finished and reserved orders, not for baskets.
//   - A day as the beginning of the validity is its start, as the end its end, in the
//     company's time zone.
package codes
