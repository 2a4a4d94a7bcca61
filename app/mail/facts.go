package mail

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/invoice"
	"marquee/app/locale"
	"marquee/app/massrefund"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/app/report/chart"
	"marquee/app/transfer"
)

// facts are what a mail may tell.
type facts struct {
	company  *company.Company
	settings Settings
	order    *order.Order // nil when it is about an event, or a user
	user     company.User // whose password it is about
	// secret is that of the link that sets a new password, or signs in. It is drawn for each
	// attempt to send the mail, and stands nowhere else.
	secret   string
	transfer transfer.View // of which the order's items named are given
	// giver and receiver are its sides, the zero ones where nobody knows.
	giver, receiver customer.Customer
	// items are the live items of the order; those of the event where the mail is about
	// one of several.
	items  []order.Item
	named  []order.Item // those that a decision or a refund is about
	events []catalog.Event
	venues map[int64]catalog.Venue
	// dates are when the items take place; dated those of each kind that is for a slot.
	dates []catalog.Showing
	dated map[int64]catalog.Showing // by sale item
	kinds map[int64]*catalog.InventoryItem
	buyer customer.Customer
	// run is the refund of an event that came to its end; that of none is empty.
	run massrefund.Run
	// starter is the name of who began it, empty where nobody knows.
	starter string
	// circular is what staff wrote to many, the zero one in other mails.
	circular Circular
	// group is the one that the buyer came into, and belongs tells whether they are in it;
	// that of none is empty.
	group   customer.Group
	belongs bool
	// approval is that of the event, asker who asked for it, and decider the name of who decided.
	approval catalog.Approval
	asker    company.User
	decider  string
	// taxes are what each tax took from the order.
	taxes []order.TaxLine
	// invoices are the documents of the order, and account is where the money for it goes; nil
	// where none is to be transferred.
	invoices []invoice.View
	account  *invoice.Transfer
	// delivery is the run of a report, and saved the report; those of none are empty.
	delivery report.Delivery
	saved    report.Saved
	// drawn is the picture that goes with the report, nil for none.
	drawn *chart.Chart
	// notUsed is why a text of the company's own was passed over, nil where none was.
	notUsed error
	// imprint is the legal page, empty where the company has none here.
	imprint string
	// printable: some of the items can be downloaded.
	printable bool
	// base is in front of links, now the time at which they were read.
	base string
	now  time.Time
}

// factsOf reads what mails about an order may tell, and who bought it.
func factsOf(r app.Reader, base string, orderID int64) (*facts, error) {
	o, err := order.Orders.Get(r, orderID)
	if err != nil {
		return nil, err
	}
	f, err := general(r, base)
	if err != nil {
		return nil, err
	}
	f.order = &o
	all, err := order.ItemsOf(r, &o)
	if err != nil {
		return nil, err
	}
	f.items = slices.DeleteFunc(slices.Clone(all), func(it order.Item) bool { return !it.Holds() })
	printed, err := order.Printed(r, order.Download{Company: f.company.ID, Scope: o.BuyerScope(), ID: o.ID}, &o, f.items)
	if err != nil {
		return nil, err
	}
	f.printable = len(printed) > 0
	if f.taxes, err = order.TaxesOf(catalog.NewCache(r), f.items); err != nil {
		return nil, err
	}
	f.named = all
	papers, err := invoice.ReadForBuyer(r, f.company, &o)
	if err != nil {
		return nil, err
	}
	f.invoices, f.account = papers.Documents, papers.Transfer
	if err := f.readKinds(r, all); err != nil {
		return nil, err
	}
	if err := f.readDates(r, f.items, all); err != nil {
		return nil, err
	}
	if err := f.readEvents(r, o.EventIDs); err != nil {
		return nil, err
	}
	return f, f.readBuyer(r, o.CustomerID)
}

// factsOfEvent reads what mails about an event may tell, or about a slot of it.
func factsOfEvent(r app.Reader, base string, eventID, slotID, customerID int64) (*facts, error) {
	f, err := general(r, base)
	if err == nil {
		err = f.readEvents(r, []int64{eventID})
	}
	if err == nil && len(f.events) == 0 {
		err = app.Missing("event")
	}
	if err == nil {
		err = f.readSlots(r, eventID, slotID, customerID)
	}
	if err != nil {
		return nil, err
	}
	return f, f.readBuyer(r, customerID)
}

// factsOfUser reads what mails about somebody's password may tell.
func factsOfUser(r app.Reader, base string, userID int64) (*facts, error) {
	f, err := general(r, base)
	if err == nil {
		f.user, err = company.UserByID(app.ReadCompany(r, 0), userID)
	}
	return f, err
}

// factsOfTransfer reads what mails about a transfer may tell: of the order no more than what
// is given.
func factsOfTransfer(r app.Reader, base string, id int64) (*facts, error) {
	t, err := transfer.ByID(r, id)
	if err != nil {
		return nil, err
	}
	f, err := factsOf(r, base, t.OrderID)
	if err != nil {
		return nil, err
	}
	f.transfer = t
	if err := f.readParties(r); err != nil {
		return nil, err
	}
	f.about(t.ItemIDs)
	if err := f.readDates(r, f.named, nil); err != nil {
		return nil, err
	}
	var events []int64
	for i := range f.named {
		events = append(append(events, f.named[i].EventID), f.named[i].Run...)
	}
	return f, f.readEvents(r, app.Distinct(events))
}

// factsOfCustomer reads what mails about the account of a customer may tell.
func factsOfCustomer(r app.Reader, base string, customerID int64) (*facts, error) {
	f, err := general(r, base)
	if err != nil {
		return nil, err
	}
	return f, f.readBuyer(r, customerID)
}

// factsOfReport reads what mails about a report may tell.
func factsOfReport(r app.Reader, base string, runID int64) (*facts, error) {
	f, err := general(r, base)
	if err == nil {
		f.delivery, f.saved, err = report.RunOf(r, runID)
	}
	return f, err
}

// readRun reads the refund of an event that a mail is about, 0: of none.
func (f *facts) readRun(r app.Reader, id int64) (err error) {
	if id == 0 {
		return nil
	}
	if f.run, err = massrefund.RunByID(r, id); err != nil {
		return err
	}
	u, err := someUser(r, f.run.UserID)
	f.starter = u.Name
	return err
}

// someUser finds a user; one who is not there is empty.
func someUser(r app.Reader, id int64) (company.User, error) {
	u, err := company.UserByID(app.ReadCompany(r, 0), id)
	if gone(err) {
		return company.User{}, nil
	}
	return u, err
}

// readGroup reads the group that the buyer came into.
func (f *facts) readGroup(r app.Reader, id int64) (err error) {
	if f.group, err = customer.Groups.Get(r, id); err != nil {
		return err
	}
	f.belongs, err = customer.InAny(r, f.buyer.ID, []int64{id}, f.now)
	return err
}

func general(r app.Reader, base string) (*facts, error) {
	c, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	s, err := SettingsOf(r)
	if err != nil {
		return nil, err
	}
	imprint, err := company.LegalTextOf(r, c, company.Imprint)
	return &facts{company: c, settings: s, imprint: imprint, base: base, now: app.Of(r).Now()}, err
}

func (f *facts) readKinds(r app.Reader, items []order.Item) error {
	f.kinds = map[int64]*catalog.InventoryItem{}
	for i := range items {
		id := items[i].ItemID
		if f.kinds[id] != nil {
			continue
		}
		k, err := catalog.SharedInventoryItem(r, id)
		if err != nil && !order.Unreadable(err) {
			return err
		}
		if err == nil {
			f.kinds[id] = k
		}
	}
	return nil
}

// readDates reads when items take place, and of all of them in which slot each is.
func (f *facts) readDates(r app.Reader, items, all []order.Item) (err error) {
	if f.dates, err = order.Showings(r, items); err != nil {
		return err
	}
	if f.dated == nil {
		f.dated = map[int64]catalog.Showing{}
	}
	for i := range all {
		of, err := order.ShowingsOf(r, &all[i])
		if err != nil {
			return err
		}
		if len(of) == 1 && of[0].Slot != nil {
			f.dated[all[i].SaleItemID] = of[0]
		}
	}
	return nil
}

// readSlots reads for which slots of an event somebody has something: those are when it is for
// them. slot narrows that to one, 0 does not.
func (f *facts) readSlots(r app.Reader, eventID, slot, customerID int64) error {
	if customerID == 0 {
		return nil
	}
	held, err := order.HeldAt(r, customerID, eventID)
	if err != nil {
		return err
	}
	if f.dates, err = order.Showings(r, held); err != nil {
		return err
	}
	f.dates = slices.DeleteFunc(f.dates, func(s catalog.Showing) bool {
		return s.Event.ID != eventID || slot != 0 && (s.Slot == nil || s.Slot.ID != slot)
	})
	return nil
}

// readEvents reads events by their start, with their venues.
func (f *facts) readEvents(r app.Reader, ids []int64) error {
	byID, err := catalog.EventsByID(r, ids)
	if err != nil {
		return err
	}
	var venues []int64
	f.events = nil
	for _, e := range byID {
		f.events, venues = append(f.events, e), append(venues, e.VenueID)
	}
	slices.SortFunc(f.events, func(a, b catalog.Event) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
	})
	f.venues, err = catalog.VenuesByID(r, venues)
	return err
}

func (f *facts) readBuyer(r app.Reader, id int64) error {
	if id == 0 {
		return nil
	}
	all, err := customer.Many(r, []int64{id})
	if err == nil && len(all) == 1 && all[0].DeletedAt == nil {
		f.buyer = all[0]
	}
	return err
}

// only leaves what belongs to one event; without one in several all stays.
func (f *facts) only(eventID int64) {
	if eventID == 0 || f.order == nil {
		return
	}
	f.items = slices.DeleteFunc(slices.Clone(f.items), func(it order.Item) bool {
		first := len(f.events) > 0 && f.events[0].ID == eventID // what is for no event stands with the first
		return !it.At(eventID) && (it.EventID != 0 || !first)
	})
	f.events = slices.DeleteFunc(slices.Clone(f.events), func(e catalog.Event) bool { return e.ID != eventID })
	f.dates = slices.DeleteFunc(slices.Clone(f.dates), func(s catalog.Showing) bool { return s.Event.ID != eventID })
}

// about leaves, of the items that a decision or refund names, those.
func (f *facts) about(ids []int64) {
	f.named = slices.DeleteFunc(slices.Clone(f.named), func(it order.Item) bool { return !slices.Contains(ids, it.ID) })
}

// languages are those in which a text is looked for, the reader's first.
func (f *facts) languages(first string) []string {
	var all []string
	for _, tag := range append([]string{first}, append(slices.Clone(f.company.Locales), string(locale.English))...) {
		for tag != "" {
			if !slices.Contains(all, tag) {
				all = append(all, tag)
			}
			tag = tag[:max(0, strings.LastIndexByte(tag, '-'))]
		}
	}
	return all
}

// reads is the language of whoever gets the mail.
func (f *facts) reads() string {
	return cmp.Or(f.buyer.Locale, first(f.company.Locales), string(locale.English))
}

func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}
