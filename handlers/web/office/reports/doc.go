// Package reports has the reports of a company: they begin with questions, are narrowed by a sentence
// of filters, drawn, and kept.
//
//	questions.go  what is asked, and the reports that were saved
//	report.go     one report: filters, figures, chart, table
//	worded.go     what stands in a cell, in words
//	asked.go      what an address asks for
//	drawn.go      the chart of a report of sums
//	save.go       a report that is kept, by mail every Monday or not, and its runs
//	file.go       all of it as a file
package reports
