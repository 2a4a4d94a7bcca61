package entry

import (
	"slices"
	"time"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/entry/rules"
	"marquee/app/order"
	"marquee/app/ticketcode/form"
)

// ScanResult is what a gate is told. It is stored under the uuid of the request.
type ScanResult struct {
	Status Status `msgpack:"s"`
	Detail string `msgpack:"d"`
	// Attendance is that of the zone after the whole request.
	Attendance int64  `msgpack:"a"`
	Capacity   *int64 `msgpack:"c"`
	// Barcode is that of the ticket, or the code that led nowhere.
	Barcode        string `msgpack:"b"`
	Tag            string `msgpack:"f"`
	Guest          bool   `msgpack:"g"`
	FirstName      string `msgpack:"fn"`
	LastName       string `msgpack:"ln"`
	Email          string `msgpack:"e"`
	CustomerID     int64  `msgpack:"cu"`
	OrderReference string `msgpack:"o"`
	ScansIn        int64  `msgpack:"in"`
	ScansOut       int64  `msgpack:"ou"`
	ScansInMax     *int64 `msgpack:"mx"`
	// AverageSeconds is the mean length of the finished stays in the zone.
	AverageSeconds *int64      `msgpack:"av"`
	Access         []ZoneName  `msgpack:"z"`
	Available      []Available `msgpack:"ai"`
	LastIn         time.Time   `msgpack:"li"`
	LastOut        time.Time   `msgpack:"lo"`
	Born           *time.Time  `msgpack:"dob"`
	Notes          []Note      `msgpack:"n"`
	Answers        []Told      `msgpack:"an,omitempty"`
	// Open are the questions of the zone that nobody answered for the ticket.
	Open []Told `msgpack:"oq,omitempty"`
	// ItemID is the ticket that the result describes, and ZoneID the zone: answers to
	// questions name the uuid of the scan.
	ItemID int64 `msgpack:"ii,omitempty"`
	ZoneID int64 `msgpack:"zi,omitempty"`
	// Moved are all tickets that were let through, none in answers of before they were kept.
	Moved        []Moved `msgpack:"mv,omitempty"`
	TimeslotID   int64   `msgpack:"ti"`
	TimeslotName string  `msgpack:"tn"`
	// OverridesIgnored: rules were to be overridden, and the caller may not: that counted for
	// nothing.
	OverridesIgnored bool `msgpack:"or,omitempty"`
	// Seat is where the guest sits, empty for tickets without one.
	Seat string `msgpack:"se,omitempty"`
	// Remedy is what would change a refusal. It is not stored: refusals are not.
	Remedy rules.Remedy `msgpack:"-"`
	// Was is what became of a code that was replaced, nil for others.
	Was *order.OldBarcode `msgpack:"-"`
}

// ZoneName names a zone the ticket may enter by the rule of items alone.
type ZoneName struct {
	ID   int64  `msgpack:"i"`
	Name string `msgpack:"n"`
}

// Available is one of several items the operator can choose from. Barcode is what a
// confirmed scan names it by: a signed or rotating code where the gate wants one.
type Available struct {
	Barcode string           `msgpack:"b"`
	Name    string           `msgpack:"n"`
	Type    catalog.ItemType `msgpack:"t"`
	ItemID  int64            `msgpack:"ii,omitempty"`
}

// Note is an answer to one of the questions every ticket has. Their ids are
// negative.
type Note struct {
	ID   int64  `msgpack:"i"`
	Text string `msgpack:"t"`
}

// Told is the answer to a question that was asked.
type Told struct {
	QuestionID int64   `msgpack:"q"`
	FieldID    int64   `msgpack:"f,omitempty"`
	Question   string  `msgpack:"t"`
	Text       string  `msgpack:"a,omitempty"`
	OptionIDs  []int64 `msgpack:"o,omitempty"`
}

// toldOf lists the answers that concern a ticket.
func toldOf(r app.Reader, o *order.Order, itemID int64) ([]Told, error) {
	all, err := capture.OfOrder(r, o)
	var told []Told
	for _, a := range capture.About(all, itemID) {
		told = append(told, Told{a.QuestionID, a.FieldID, a.Question.Text, a.Text, a.OptionIDs})
	}
	return told, err
}

// openAt lists what a zone asks and nobody answered for a ticket.
func openAt(r app.Reader, zoneID int64, answered []Told) (open []Told, err error) {
	asked, err := capture.AtZone(r, zoneID)
	for _, f := range asked {
		if !slices.ContainsFunc(answered, func(t Told) bool { return t.FieldID == f.ID }) {
			open = append(open, Told{QuestionID: f.QuestionID, FieldID: f.ID, Question: f.Question})
		}
	}
	return open, err
}

// The questions that are no questions: notes of the staff and the named holder.
const (
	NoteOrder  int64 = -1
	NoteItem   int64 = -2
	NoteHolder int64 = -3
)

// NoteQuestions are their texts.
var NoteQuestions = map[int64]string{
	NoteOrder: "Order notes", NoteItem: "Item notes", NoteHolder: "Named holder",
}

// result describes the ticket that speaks for the request, as it stands in g.
func (g *gate) result(r app.Reader, d rules.Decision) (ScanResult, error) {
	f := &g.tickets[d.Speaker]
	res := ScanResult{
		Status: d.Overall.Status, Detail: d.Overall.Detail,
		Attendance: g.counter.Present(g.zone.Mode), Capacity: g.zone.Capacity,
		ScansInMax: g.zone.maxIn(), AverageSeconds: g.counter.Average(), ZoneID: g.zone.ID,
		OverridesIgnored: g.overreach,
	}
	if d.Overall.Status != Valid {
		a := g.ask()
		res.Remedy = a.Remedy(a.Tickets[d.Speaker], d.Overall)
	}
	if f.kind != rules.TicketCode {
		res.Was = f.was
		if f.tag {
			res.Tag = f.code
		} else {
			res.Barcode = f.code
		}
		return res, nil
	}
	state := f.state.In(g.zone.ID)
	res.ItemID, res.Barcode, res.Tag, res.Guest = f.item.ID, f.item.Barcode, f.state.NFC, f.state.Kind == KindGuest
	res.ScansIn, res.ScansOut, res.LastIn, res.LastOut = state.In, state.Out, state.LastIn, state.LastOut
	res.Access = accessOf(g.zones, f.item.SaleItemID, f.state.Kind)
	if d.Overall.Status == RequiresConfirmation {
		var err error
		if res.Available, err = g.choices(r, f); err != nil {
			return res, err
		}
	}
	return res, g.describe(r, f, &res)
}

// describe adds who holds the ticket and what hangs on it.
func (g *gate) describe(r app.Reader, f *found, res *ScanResult) error {
	o, err := order.Orders.Get(app.Whole(r), f.item.OrderID) // see readAt
	if err != nil {
		return err
	}
	if err := f.readHolder(r); err != nil {
		return err
	}
	res.OrderReference = o.Reference
	res.CustomerID, res.Email, res.Born = f.holder.ID, f.holder.Email, f.holder.DOB
	res.FirstName, res.LastName = customer.SplitName(o.SoldTo().HolderOf(&f.item, f.holder.Name))
	res.Notes = notesOf(&o, &f.item)
	if res.Answers, err = toldOf(r, &o, f.item.ID); err != nil {
		return err
	}
	if res.Open, err = openAt(r, g.zone.ID, res.Answers); err != nil {
		return err
	}
	if f.slot != nil {
		res.TimeslotID, res.TimeslotName = f.slot.ID, f.slot.Name
	}
	res.Seat = f.item.Seat()
	return nil
}

// notesOf lists the notes that are not empty.
func notesOf(o *order.Order, i *order.Item) []Note {
	var notes []Note
	for _, n := range []Note{{NoteOrder, o.Notes}, {NoteItem, i.Notes}, {NoteHolder, i.NamedHolder}} {
		if n.Text != "" {
			notes = append(notes, n)
		}
	}
	return notes
}

// accessOf lists the zones that take an item, by item rule only.
func accessOf(zones []Zone, saleItem int64, kind Kind) []ZoneName {
	var access []ZoneName
	for i := range zones {
		if zones[i].takes(saleItem, kind) {
			access = append(access, ZoneName{zones[i].ID, zones[i].Name})
		}
	}
	return access
}

// choices lists the ticket and the add-ons that could pass.
func (g *gate) choices(r app.Reader, f *found) ([]Available, error) {
	own, err := company.SettingsOf(r)
	if err != nil {
		return nil, err
	}
	a := g.ask()
	all := []Available{g.choice(own, f)}
	for i := range f.addOns {
		if extra := &f.addOns[i]; a.Passes(extra.rules(g.zone.ID)) {
			all = append(all, g.choice(own, extra))
		}
	}
	return all, nil
}

// choice is an item with a code that the gate takes of it for a while: who has shown a ticket
// as the event wants it has shown what hangs on it, and shows nothing again while the operator
// chooses. Who sets that rule aside does so for the choice, too.
func (g *gate) choice(own *company.Company, f *found) Available {
	least := rules.Plain
	if !g.in.IgnoreCode {
		least = codeRules(&g.codes).Least(rules.Form(f.item.Form))
	}
	return Available{order.CodeAt(own, &f.item, form.Form(least), g.wall), f.item.SaleName, f.item.Type, f.item.ID}
}
