package imports

import (
	"context"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
)

func orderItems() *Type {
	return &Type{
		Name: "order-items", About: "What was sold elsewhere. Rows with one order id are one order, which is taken in once. Prices are believed, barcodes are kept as they are printed and scan here.",
		Needs: []app.Ability{app.EditOrders, app.CreateCustomers, app.ViewEvents, app.Sell},
		Group: "orderId", GroupIn: "source",
		Fields: []Field{
			{Name: "orderId", About: "What another system calls the order: the same in each row of it.", Required: true, Also: []string{"order id", "order", "order number", "order no", "order #", "bestellnummer", "bestellung", "numéro de commande"}},
			{Name: "source", About: "Name of that system, where order ids of several could be the same."},
			{Name: "time", About: "The time of day, where it stands in a column of its own.", Also: []string{"order time"}},
			{Name: "date", About: "When it was sold; now where there is none.", Also: []string{"order date", "purchase date", "bestelldatum", "date de commande"}},
			{Name: "customerId", About: "Number of the customer."},
			{Name: "email", About: "E-mail address of the buyer.", Wire: []string{"customerEmail"}, Also: []string{"e-mail", "buyer email", "customer email"}},
			{Name: "name", About: "Name of the buyer.", Wire: []string{"customerName"}, Also: []string{"customer name", "buyer name", "käufer", "acheteur"}},
			{Name: "firstName", About: "First name of the buyer; with surname in place of name.", Also: []string{"first name", "buyer first name", "vorname", "prénom"}},
			{Name: "surname", About: "Surname of the buyer.", Also: []string{"last name", "buyer last name", "nachname", "nom"}},
			{Name: "phone", About: "Telephone number of the buyer."},
			{Name: "eventId", About: "Number of the event.", Else: []string{"event", "eventExternalId"}},
			{Name: "eventExternalId", About: "What another system calls the event.", Also: []string{"event id"}},
			{Name: "event", About: "Name of the event.", Also: []string{"event name", "veranstaltung", "événement"}},
			{Name: "eventStart", About: "Start of the event, where several have the name.", Also: []string{"event date", "event start"}},
			{Name: "saleItemId", About: "Number of the sale item."},
			{Name: "saleItemExternalId", About: "What another system calls it."},
			{Name: "saleItem", About: "Name of the sale item at the event.", Worded: true, Wire: []string{"items.0.saleItemId"}, Also: []string{"ticket type", "ticket name", "ticket", "product", "ticketart"}},
			{Name: "quantity", About: "How many units the row is; 1 where there is none.", Also: []string{"qty", "anzahl", "menge", "quantité"}},
			{Name: "price", About: "What one unit cost, with fees and tax.", Wire: []string{"items.0.price"}, Also: []string{"ticket price", "preis", "prix"}},
			{Name: "currency", About: "Currency; the company's where there is none.", Wire: []string{"currencyId"}, Also: []string{"währung", "devise"}},
			{Name: "barcode", About: "Barcode as it is printed; one is issued where there is none. Other files may repeat it at other events.", Unique: true, Wire: []string{"items.0.barcode"}, Also: []string{"barcode number", "ticket code", "code", "ticket number", "strichcode", "code-barres"}},
			{Name: "nfcTag", About: "NFC tag that is paired with the item. A tag of another item of the event moves.", Unique: true, Wire: []string{"nfc-id"}, Also: []string{"nfc", "nfc id", "chip"}},
			{Name: "namedHolder", About: "Name on the item.", Also: []string{"attendee", "attendee name", "holder", "ticket holder", "teilnehmer"}},
			{Name: "holderFirstName", About: "First name on the item; with holderSurname in place of namedHolder.", Also: []string{"attendee first name"}},
			{Name: "holderSurname", About: "Surname on the item.", Also: []string{"attendee last name"}},
			{Name: "refunded", About: "Yes or no: the item was given back before.", Also: []string{"cancelled", "canceled", "storniert"}},
			{Name: "status", About: "A word: paid, attending, complete or valid for what was sold, refunded or cancelled for what was given back. Rows with other words are refused.", Worded: true, Also: []string{"order status", "attendee status"}},
			{Name: "paymentMethod", About: "How it was paid: elsewhere unless told; cash, bank, card-present-offline, card-not-present-offline, complimentary. Each asks for what taking it asks for, and elsewhere for payment.other."},
			{Name: "notes", About: "Notes on the order.", Also: []string{"note", "comment", "bemerkung"}},
			{Name: "notify", About: "Yes or no: mail the buyer a confirmation. No where there is none."},
			{Name: "oversell", About: "Yes or no: take stock that is not there. No where there is none."},
		},
		Apply: applyOrder,
	}
}

func applyOrder(ctx context.Context, d *doing, rows []record) (m made, err error) {
	first := rows[0]
	key := first.orderKey()
	if key == "" {
		first.note("orderId", "is required")
		return m, nil
	}
	for _, k := range first.orderKeys() {
		if was, found, err := taken.Find(d.tx, takenKey{A: "order-items", B: k}); err != nil || found {
			if found {
				first.leave("orderId", "was taken in before, and is left as it is")
			}
			return made{id: was.RecordID, did: Unchanged}, err
		}
	}
	in := first.orderHead()
	tags := map[int]string{}
	for i := range rows {
		if err := rows[i].orderItems(&in, tags); err != nil {
			return m, err
		}
	}
	for _, r := range rows {
		if r.failed() {
			return m, nil
		}
	}
	o, err := app.PortsIn[Ports](d.app).ImportOrder(ctx, d.app, d.caller, in)
	if err != nil {
		return m, err
	}
	return made{id: o.ID, did: Created, key: key}, pairTags(ctx, d, &o, tags)
}

// orderKey is what the order of a row is called elsewhere, "" for none.
func (r record) orderKey() string {
	id := r.text("orderId")
	if id == "" {
		return ""
	}
	return app.Fold(r.source()) + "/" + id
}

// source is where the order of a row was sold: as the row says, or as the file was
// recognised.
func (r record) source() string {
	if source := r.text("source"); source != "" {
		return source
	}
	return r.d.mapping.Preset
}

// orderKeys are the names under which the order of a row may have been taken in. A file is
// recognised by its columns, so that the same export may have been taken in without or with
// its name; an earlier release wrote ids in small letters.
func (r record) orderKeys() (keys []string) {
	sources := []string{app.Fold(r.source())}
	if r.text("source") == "" {
		sources = append(sources, "")
		for _, p := range presets() {
			if r.d.mapping.Preset == "" {
				sources = append(sources, app.Fold(p.Name))
			}
		}
	}
	id := r.text("orderId")
	for _, source := range sources {
		for _, id := range []string{id, app.Fold(id)} {
			if key := source + "/" + id; !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// orderHead is what the first row says of the order as a whole.
func (r record) orderHead() order.ForeignOrder {
	in := order.ForeignOrder{
		Buyer:      customer.Buyer{ID: r.id("customerId"), Email: r.text("email"), Name: r.fullName("name", "firstName", "surname"), Phone: r.text("phone")},
		CurrencyID: r.currency("currency").ID, Date: r.d.tx.Wall(), Notes: r.text("notes"), Notify: r.yes("notify"), Oversell: r.yes("oversell"),
	}
	if at := r.soldAt(); at != nil {
		in.Date = at.UTC()
	}
	if in.Buyer.Name == "" {
		in.Buyer.Name = r.fullName("namedHolder", "holderFirstName", "holderSurname")
	}
	in.Method = order.Method(r.choice("paymentMethod", "elsewhere", "cash", "bank", "card-present-offline", "card-not-present-offline", "complimentary"))
	return in
}

// soldAt is the date of a row, with its time where that stands in a column of its own.
func (r record) soldAt() *time.Time {
	day, clock := r.text("date"), r.text("time")
	if day == "" || clock == "" {
		return r.moment("date", r.d.own.Location())
	}
	t, _, err := parseMoment(day+" "+clock, r.d.mapping.MonthFirst, r.d.own.Location())
	if err != nil {
		r.note("time", "%s", err)
		return nil
	}
	return &t
}

// The words by which other systems say that something was sold, or given back.
var (
	soldWords = []string{"paid", "attending", "checked in", "checkedin", "complete", "completed", "confirmed", "valid", "active", "used", "sold", "issued"}
	voidWords = []string{"refunded", "cancelled", "canceled", "not attending", "void", "voided", "deleted", "refund"}
)

// givenBack tells whether the item of a row was given back before.
func (r record) givenBack() bool {
	word := strings.ToLower(r.text("status"))
	switch {
	case word == "" || slices.Contains(soldWords, word):
		return r.yes("refunded")
	case slices.Contains(voidWords, word):
		return true
	}
	r.note("status", "says neither that it was sold nor that it was given back")
	return false
}

// fullName is a name that stands in one column or in two.
func (r record) fullName(whole, first, last string) string {
	if name := r.text(whole); name != "" {
		return name
	}
	return strings.TrimSpace(r.text(first) + " " + r.text(last))
}

// orderItems are the units of a row.
func (r record) orderItems(in *order.ForeignOrder, tags map[int]string) error {
	event, err := r.event("eventId", "eventExternalId", "event", "eventStart")
	if err != nil {
		return err
	}
	item, err := r.saleItem(event, "saleItemId", "saleItemExternalId", "saleItem")
	if err != nil {
		return err
	}
	if item == 0 && !r.failed() {
		r.note("saleItem", "is required")
	}
	cur := r.currency("currency")
	if cur.ID != in.CurrencyID {
		r.note("currency", "is another one than that of the order")
	}
	one := order.ForeignItem{
		SaleItemID: item, Barcode: r.text("barcode"), Holder: r.fullName("namedHolder", "holderFirstName", "holderSurname"), Refunded: r.givenBack(),
	}
	if own := r.fullName("name", "firstName", "surname"); one.Holder == "" && own != in.Buyer.Name {
		one.Holder = own // a row for each guest, with the name of the guest
	}
	if price := r.amount("price", cur); price != nil {
		one.Price = *price
	}
	n := int64(1)
	if q := r.number("quantity"); q != nil {
		n = *q
	}
	switch {
	case n < 1 || n > company.MaxBasketSize:
		r.note("quantity", "must be between %d and %d", 1, company.MaxBasketSize)
		return nil
	case n > 1 && (one.Barcode != "" || r.text("nfcTag") != ""):
		r.note("quantity", "must be 1 where there is a barcode or a tag")
	}
	if tag := r.text("nfcTag"); tag != "" {
		tags[len(in.Items)] = tag
	}
	for range n {
		in.Items = append(in.Items, one)
	}
	return nil
}

// pairTags pairs the items of an order with the tags that their rows name.
func pairTags(ctx context.Context, d *doing, o *order.Order, tags map[int]string) error {
	if len(tags) == 0 {
		return nil
	}
	items, err := order.ItemsOf(d.tx, o)
	if err != nil {
		return err
	}
	for i := range items {
		if tag := tags[i]; tag != "" {
			if err := pair(ctx, d, items[i].Barcode, tag, tagAt(&items[i])); err != nil {
				return err
			}
		}
	}
	return nil
}

// tagAt is the event at which an item is paired: the one that says which of several items with
// its barcode it is.
func tagAt(it *order.Item) int64 {
	if it.Repeats {
		return it.EventID
	}
	return 0
}

// pair pairs a ticket with a tag, which a denial refuses.
func pair(ctx context.Context, d *doing, barcode, tag string, event int64) error {
	res, err := entry.PairTag(ctx, d.app, d.caller, entry.PairRequest{Barcode: barcode, Tag: tag, EventID: event, Again: true})
	if err == nil && res.Status != entry.Valid {
		err = app.Field("nfc-id", "cannot be paired with this ticket")
	}
	return err
}
