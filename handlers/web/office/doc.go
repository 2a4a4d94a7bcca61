// Package office serves the pages on which staff run a company.
//
//	/office                    leads to one's company
//	/office/{alias}            Home; below it all of that company
//	/office/{alias}/events     the events by their state; new: another one
//	/office/{alias}/events/ID  one event: overview, basics (name, time, place), tickets, orders
//	/office/{alias}/orders     all orders: views, filters, sums
//	/office/{alias}/jobs/ID    what is done to many of them
//	/office/{alias}/orders/REF one order; below it refund, buyer, date, and items/ID
//
// A form names an operation of the API and is decoded by its declaration (see rest.Form): so
// what somebody may do, what is right and what is noted of it is said there, and nowhere else.
// A page shows what a form needs, and says where it leads.
//
// The map:
//
//	office.go    what is mounted
//	visit.go     who asks for a page of which company
//	screen.go    what a page is: what it shows, which operations it offers
//	post.go      what comes of a form: done, refused, or changed by somebody else meanwhile
//	form.go      a form as a template draws it; field.go one field, value.go what stands in it
//	dry.go       what an operation would come to, before it is done
//	note.go      what is said after a change, with what takes it back
//	frame.go     what stands around a page: company, navigation
//	parts.html   what pages are put together from; frame.html what stands around them
//	waiting.go   what needs somebody, as Home shows it
//	first_week.go what the next event of a new company lacks
//	list.go      a list of records: columns, filters, views, actions, file; list_facet.go its filters,
//	             list_page.go a page of it, list.html how it is drawn
//	search.go    the search over everything, which scripts show over any page
//	home.go, events.go, … one file for each page, with its template beside it
//
// # RULES
//
//   - A page that somebody may not use is not there for them, and what they may not do is not on
//     their page. Another company's alias is no page.
//   - Nothing is validated here. Problems come back from the operation with the paths of fields.
//   - A form carries what it showed. What was not changed is not sent; what somebody else changed
//     meanwhile is refused, with both values.
//   - Everything works without scripts. No style and no script stands in a page.
package office
