// Package search says when a text answers a search: without regard to case,
// accents and ligatures, each word asked for being the beginning of some word of
// the text, in any order. "muller an" finds Anna Müller. It is pure; indexes of
// words are built from it.
package search
