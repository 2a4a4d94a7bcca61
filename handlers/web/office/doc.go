// Package office serves the pages on which staff run a company.
//
//	/office                    leads to one's company
//	/office/{alias}            Home; below it all of that company
//	/office/{alias}/events     the events by their state; new: another one
//	/office/{alias}/events/ID  one event: overview, basics (name, time, place), tickets, orders
//	                           below it door: its zones and phones
//	/office/{alias}/reports    what can be asked; below it one report, and its file
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
//	screen     what a page is made of: who asks for it, what it shows, its forms, what comes of them
//	records    a list of records: columns, filters, views, actions, file
//	home       Home, with what needs somebody, and the search
//	event, …   the screens of a part of the office, one file for each, with its template beside it
//	office.go  puts them together
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
