// Package words is what pages say, in English, German and French. Each area has a file
// for each language: a key begins with the name of the area.
//
//	"shop.left": {"one": "{n} left", "other": "{n} left"}
//
// Names in braces are replaced. Where a text depends on a number it has one form for each
// plural of its language, chosen by {n}. A test holds that every language has every key
// with the same names.
package words
