// Package settings is where a company is set up in the office. Most of its pages are rows of a
// table: which operation they are for, and which of its fields they show. What may stand in a field
// comes from its declaration.
//
//	table.go   the pages, and which field is on which
//	page.go    how such a page is shown, and what its fields hold
//	choice.go  what there is to choose from
//	changed.go what was changed, change.go one entry of it, called.go what tables and fields are called
//	find.go    all pages, and the search over labels, help and declarations
package settings
