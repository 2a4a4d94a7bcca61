// Package report is the part of the API that says how the sale goes: statistics of events,
// the sales report, and reports. Each file is a resource: its routes, and the forms of its
// requests and answers. It shares forms with the other areas through handlers/wire, and
// imports none of them.
package report
