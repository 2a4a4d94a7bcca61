// Package records is a list of records: R is a row, F what its area narrows it by. Columns,
// filters, views and actions are declared; the page, its rows on a phone, its form and its file
// come of that.
//
//	list.go   what is declared; page.go a page of it, facet.go its filters, file.go its file
//	kept.go   views that staff keep, and the screens on which they do
//	tags.go   the filters that an area has: the fields of its filter with a tag "list"
//
// A filter without an index stops the start. How a list is drawn stands in screen/list.html.
package records
