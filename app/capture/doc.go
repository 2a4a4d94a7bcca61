// Package capture keeps what a promoter asks beside a name: questions, where they are
// asked, and the answers.
//
//   - question_record.go, field_record.go and response_record.go are the records;
//     question_write.go and field_write.go make and change them; lists.go lists them.
//   - types.go says which types of questions there are, rule.go reads the rules of an
//     answer, value.go holds an answer against both. None of these reads the store.
//   - zone.go is what is asked at gates; event_fields.go is what is asked at an event, in its order.
//   - ask.go finds what a basket is asked; answer.go takes answers, given.go reads them.
//
// # RULES
//
//   - A question is text with a type and rules of the type, in a group: shop, marketing,
//     internal, access_control. Its type never changes. Options exist for select, radio
//     and multi_checkbox. An option that is taken away stays with the answers that
//     chose it, and is no answer any more.
//   - Rules are joined by a bar: min and max (characters of texts, values of numbers,
//     entries of choices), date_format, before_or_equal and after_or_equal (a date, or
//     today on the clocks of the event, without one of the company), required. The form in which
//     pages send dates is always taken, and numbers with the comma of the language.
//   - A field asks a question somewhere: of every order (companies), of the orders with
//     something of an event (events), of a schedule (event_schedules), an inventory item (items) or a sale item
//     (item_sales), or of each unit of a sale item (item_tickets); or at a zone (zones), of
//     each ticket. It is asked while it is switched on, and at the checkout unless it is
//     hidden there; what a zone asks is never asked at the checkout, and whoever scans
//     answers it for any ticket of the event.
//   - A basket is asked each field once, whatever of it asks: of an order with several events,
//     and with fees, what every order is asked stands with the first event.
//   - An answer belongs to a field and its context: an order, or for fields of units an
//     order item. Another answer in the same context takes its place; of marketing
//     questions each is kept, with the text that was shown. Empty answers say nothing.
//   - An answer goes with what it is about, to whoever buys or holds that, until it is given to
//     somebody else: from then on it stays that of who gave it.
//   - Answers are taken all or none. Saving one changes the order, and the tickets that
//     it is about.
//   - A question that is restored brings the fields back that went with it, as far as there
//     is space for them.
//   - Sales over the API complete without answers; they can be given later.
package capture
