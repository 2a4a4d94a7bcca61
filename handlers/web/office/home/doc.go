// Package home has the first page of the office, and the search over everything.
//
//	home.go        figures, takings, what comes next
//	waiting.go     what needs somebody
//	first_week.go  what the next event of a new company lacks
//	search.go      the search, which scripts show over any page
package home
