package imports

// presets are all ready mappings: the columns that the documentation of these systems, or
// their source where it is public, names for their exports. Samples that were made by it
// are in testdata. A column that a file lacks is left out.
func presets() []Preset {
	return []Preset{
		{
			Name: "eventbrite", About: "Attendee summary of Eventbrite, as CSV; the event is named by a value for all rows unless there is a column.", Type: "order-items",
			columns: []Column{
				{"Order #", "orderId"}, {"Order Date", "date"}, {"First Name", "firstName"}, {"Last Name", "surname"}, {"Email", "email"},
				{"Quantity", "quantity"}, {"Ticket Type", "saleItem"}, {"Barcode #", "barcode"}, {"Total Paid", "price"}, {"Currency", "currency"},
				{"Attendee Status", "status"}, {"Event Name", "event"}, {"Cell Phone", "phone"},
			},
			monthFirst: true,
		},
		{
			Name: "pretix", About: "Order positions of pretix, as CSV; external ids of events are its slugs.", Type: "order-items",
			columns: []Column{
				{"Event slug", "eventExternalId"}, {"Order code", "orderId"}, {"Status", "status"}, {"Email", "email"}, {"Phone number", "phone"},
				{"Order date", "date"}, {"Order time", "time"}, {"Product", "saleItem"}, {"Price", "price"}, {"Attendee name", "namedHolder"},
				{"Invoice address name", "name"}, {"Ticket secret", "barcode"}, {"Order comment", "notes"},
			},
		},
		{
			Name: "pretix-checkin", About: "Check-in list of pretix with its secrets, as CSV; the event is named by a value for all rows.", Type: "order-items",
			columns: []Column{
				{"Order code", "orderId"}, {"Attendee name", "namedHolder"}, {"Product", "saleItem"}, {"Price", "price"}, {"Secret", "barcode"},
				{"E-mail", "email"}, {"Phone number", "phone"}, {"Order date", "date"}, {"Order time", "time"}, {"Comment", "notes"},
			},
		},
		{
			Name: "showclix", About: "Ticket report of ShowClix, as CSV.", Type: "order-items",
			columns: []Column{
				{"Order ID", "orderId"}, {"Barcode", "barcode"}, {"Name on Order", "name"}, {"Name on Ticket", "namedHolder"}, {"Event Name", "event"},
				{"Price Level", "saleItem"}, {"Cost", "price"}, {"Status", "status"},
			},
			monthFirst: true,
		},
	}
}
