// Package sheet writes rows as files for people and programs: CSV, XLSX and JSON. Each
// writer streams: it holds one row at a time, whatever the length of the file.
//
// A cell of text that a spreadsheet would take for a formula is written so that it is none:
// in CSV behind an apostrophe, in XLSX as a text cell.
package sheet
