// Package entry is the part of the API about the gates: zones, scans, and the lists that scanners work from.
// Each file is a resource: its routes, and the forms of its requests and answers.
// It shares forms with the other areas through handlers/wire, and imports none of
// them.
package entry
