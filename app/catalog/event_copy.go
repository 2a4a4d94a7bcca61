package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marquee/app"
	"marquee/app/media"
)

// CopyPart is a part of what hangs on an event. A copy may leave parts out.
type CopyPart string

// The parts. What is in none of them, such as the name, the place and the settings, every copy has.
const (
	CopyTexts     CopyPart = "texts"
	CopyPictures  CopyPart = "pictures"
	CopyTimes     CopyPart = "times"
	CopyTickets   CopyPart = "tickets"
	CopySeats     CopyPart = "seats"
	CopyFees      CopyPart = "fees"
	CopyQuestions CopyPart = "questions"
	CopyCodes     CopyPart = "codes"
	CopyDoor      CopyPart = "door"
	CopyDeposit   CopyPart = "deposit"
	CopyQueue     CopyPart = "queue"
)

// copyNeeds says what a caller must be allowed for each part, in the order of documents.
var copyNeeds = []struct {
	Part CopyPart
	All  []app.Requirement
}{
	{CopyTexts, nil},
	{CopyPictures, []app.Requirement{app.EditEvents}},
	{CopyTimes, []app.Requirement{SaleEditors}},
	{CopyTickets, []app.Requirement{SaleEditors}},
	{CopySeats, []app.Requirement{app.EditSeating}},
	{CopyFees, []app.Requirement{app.EditFees}},
	{CopyQuestions, []app.Requirement{app.EditQuestions}},
	{CopyCodes, []app.Requirement{app.EditDiscountCodes, app.EditAccessCodes}},
	{CopyDoor, []app.Requirement{SaleEditors}},
	{CopyDeposit, []app.Requirement{app.EditCompany}},
	{CopyQueue, []app.Requirement{app.EditEvents}},
}

// CopyParts are all of them.
func CopyParts() (all []string) {
	for _, n := range copyNeeds {
		all = append(all, string(n.Part))
	}
	return all
}

// CopyEvent asks for copies of an event, as drafts.
type CopyEvent struct {
	EventID int64
	// Starts are when the copies begin.
	Starts []time.Time
	// Repeat, which may be nil, takes each start up to so far again.
	Repeat *Repeat
	// Name is theirs, empty: that of the event.
	Name string
	// Parts are what is copied; nil: all that the caller may.
	Parts *[]CopyPart
	// Schedule puts the copies into the schedule of the event, or makes one of it and them.
	Schedule bool
}

// Copied is what came of it.
type Copied struct {
	Events []Event
	// Each is what every copy has, Left what none has.
	Each, Left []CopiedPart
}

// CopiedPart is how much there is of a part. Why is nil where it was copied.
type CopiedPart struct {
	Part CopyPart
	N    int64
	Why  *app.Message
}

// Copying is the making of one copy: what areas that hang something on events copy theirs by.
type Copying struct {
	From, To *Event
	Caller   *app.Caller
	// Clock moves what is told relative to the start.
	Clock Clock
	// Slots, Groups, Goods (inventory items), Items (sale items), Bands and Zones are what the copy
	// has in place of what the event has.
	Slots, Groups, Goods, Items, Bands, Zones map[int64]int64

	parts []CopyPart
	each  []CopiedPart
	left  []CopiedPart
}

// Wants tells whether a part is copied.
func (k *Copying) Wants(p CopyPart) bool { return slices.Contains(k.parts, p) }

// Made tells how much of a part was copied.
func (k *Copying) Made(p CopyPart, n int) { k.each = addPart(k.each, p, int64(n), nil) }

// Leave tells that so much of a part was not copied, and why.
func (k *Copying) Leave(p CopyPart, n int, why string) {
	m := app.Msg(why)
	k.left = addPart(k.left, p, int64(n), &m)
}

func addPart(all []CopiedPart, p CopyPart, n int64, why *app.Message) []CopiedPart {
	same := func(o CopiedPart) bool {
		return o.Part == p && (why == nil) == (o.Why == nil) && (why == nil || why.Format == o.Why.Format)
	}
	if i := slices.IndexFunc(all, same); i >= 0 {
		all[i].N += n
		return all
	}
	if n == 0 && why == nil {
		return all
	}
	return append(all, CopiedPart{Part: p, N: n, Why: why})
}

// Replaced are the records that take the place of others, without those that nothing does.
func Replaced(ids []int64, to map[int64]int64) (all []int64) {
	for _, id := range ids {
		if n, ok := to[id]; ok {
			all = append(all, n)
		}
	}
	return all
}

// CopyEvents makes copies of an event with all that hangs on it and was not sold, all or none.
// They are drafts: nothing is published, held or sold.
func CopyEvents(ctx context.Context, a *app.App, c *app.Caller, in CopyEvent) (out Copied, err error) {
	err = a.Update(ctx, c, app.CreateEvents, func(tx app.Tx) error {
		out = Copied{}
		from, err := liveEvent(tx, in.EventID)
		if app.KindOf(err) == app.NotFound {
			return absent("eventId", "event")
		}
		if err != nil {
			return err
		}
		starts, err := in.starts(from.Location())
		if err != nil {
			return err
		}
		parts, left, err := in.allowed(c, &from)
		if err != nil {
			return err
		}
		var all []*Copying
		for _, start := range starts {
			k := &Copying{From: &from, Caller: c, parts: parts, Clock: Later(from.Start, start, from.Location())}
			if err := k.copy(tx, &in, start, len(starts)); err != nil {
				return err
			}
			all = append(all, k)
			out.Events = append(out.Events, *k.To)
		}
		if err := PortsOf(tx).CodesCopied(tx, CopiedCodes{All: all}); err != nil {
			return err
		}
		out.Each, out.Left = all[0].each, append(left, all[0].left...)
		return in.schedule(tx, c, &from, out.Events)
	})
	return out, err
}

// starts are when the copies begin, in order.
func (in *CopyEvent) starts(zone *time.Location) ([]time.Time, error) {
	var p app.Problems
	wantRange(&p, "dates", int64(len(in.Starts)), 1, maxCopies)
	if err := p.Err(); err != nil {
		return nil, err
	}
	all := slices.Clone(in.Starts)
	if in.Repeat != nil {
		if p = in.Repeat.problems("repeat."); len(p) == 0 && in.Repeat.Until == nil {
			p.Add("repeat.until", "is required")
		}
		if err := p.Err(); err != nil {
			return nil, err
		}
		all = nil
		for _, first := range in.Starts {
			for start := range in.Repeat.from(first, zone) {
				if start.After(*in.Repeat.Until) || len(all) > maxCopies {
					break
				}
				all = append(all, start)
			}
		}
		if len(all) == 0 {
			return nil, app.Field("repeat.until", "makes no date")
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	for i := range all {
		if all[i].IsZero() || i > 0 && all[i].Equal(all[i-1]) {
			return nil, app.Field(fmt.Sprintf("dates.%d", i), "is there twice")
		}
	}
	wantRange(&p, "dates", int64(len(all)), 1, maxCopies)
	return all, p.Err()
}

// allowed are the parts that are copied, and those that the caller may not make. A part that is
// asked for by its name is refused.
func (in *CopyEvent) allowed(c *app.Caller, from *Event) (parts []CopyPart, left []CopiedPart, err error) {
	for _, n := range copyNeeds {
		if in.Parts != nil && !slices.Contains(*in.Parts, n.Part) {
			continue
		}
		switch {
		case mayCopy(c, from, n.All):
			parts = append(parts, n.Part)
		case in.Parts != nil:
			return nil, nil, c.NeedAt(n.All[0], from.Subject())
		default:
			why := app.Msg("You may not make these.")
			left = append(left, CopiedPart{Part: n.Part, Why: &why})
		}
	}
	return parts, left, nil
}

func mayCopy(c *app.Caller, from *Event, all []app.Requirement) bool {
	return !slices.ContainsFunc(all, func(need app.Requirement) bool { return !c.MeetsAt(need, from.Subject()) })
}

// CopyPartsFor are the parts of an event that a caller may copy.
func CopyPartsFor(c *app.Caller, from *Event) (all []string) {
	for _, n := range copyNeeds {
		if mayCopy(c, from, n.All) {
			all = append(all, string(n.Part))
		}
	}
	return all
}

// copy makes one copy.
func (k *Copying) copy(tx app.Tx, in *CopyEvent, start time.Time, dates int) error {
	e := k.event(in, start)
	if v := app.VisibilityOf(tx); len(e.Groups)+len(e.Users) == 0 {
		e.Groups = v.Inherits()
	}
	if k.Wants(CopyPictures) {
		size := int64(0)
		for _, m := range k.From.Images {
			size += m.Size
		}
		if size*int64(dates) > maxCopiedBytes {
			return app.Field("dates", "must be at most %d of an event with such pictures", max(maxCopiedBytes/size, 1))
		}
		images, err := media.Copy(tx, k.From.Images)
		if err != nil {
			return err
		}
		e.Images = images
		k.Made(CopyPictures, len(images))
	}
	if err := e.problems().Err(); err != nil {
		return err
	}
	if err := eventTable.Insert(tx, &e); err != nil {
		return err
	}
	k.To = &e
	if err := PortsOf(tx).EventCreated(tx, &e); err != nil {
		return err
	}
	if err := k.limits(tx, eventLayers, k.From.ID, e.ID); err != nil {
		return err
	}
	if err := PortsOf(tx).SeatsCopied(tx, k); err != nil {
		return err
	}
	if err := k.sale(tx, dates); err != nil {
		return err
	}
	if err := PortsOf(tx).EventCopied(tx, k); err != nil {
		return err
	}
	stored, err := Events.Get(tx, e.ID)
	k.To = &stored
	return err
}

// event is the event of the copy: everything that stands in its record, but for what somebody did
// with it since.
func (k *Copying) event(in *CopyEvent, start time.Time) Event {
	e := *k.From
	e.ID, e.ExternalID, e.ScheduleID, e.Grouped = 0, "", 0, false
	e.Published, e.OffSale, e.CancelledAt, e.ActivatedAt, e.DeletedAt = false, false, nil, nil, nil
	e.Hidden = e.Hidden && k.From.CancelledAt == nil // which cancelling does too
	e.CreatedBy, e.Images, e.Seats = k.Caller.UserID, nil, nil
	e.CreatedAt, e.UpdatedAt, e.ChangedAt = time.Time{}, time.Time{}, time.Time{}
	e.Start, e.End = start, k.Clock(k.From.End)
	if !e.End.After(e.Start) {
		e.End = e.Start.Add(k.From.End.Sub(k.From.Start))
	}
	e.shiftPeriods(k.Clock)
	if in.Name != "" {
		e.Name = in.Name
		e.Texts.Others = slices.DeleteFunc(slices.Clone(e.Texts.Others), func(t Translation) bool { return t.Field == nameText })
	}
	if k.Wants(CopyTexts) {
		return e
	}
	e.Description, e.Page = "", PageTexts[string]{}
	e.Texts.Others = slices.DeleteFunc(slices.Clone(e.Texts.Others), func(t Translation) bool { return t.Field != nameText })
	return e
}

// schedule makes the copies dates of the same show.
func (in *CopyEvent) schedule(tx app.Tx, c *app.Caller, from *Event, copies []Event) error {
	if !in.Schedule {
		return nil
	}
	if err := c.NeedAt(app.EditEvents, from.Subject()); err != nil {
		return err
	}
	id := from.ScheduleID
	if id == 0 {
		s := Schedule{Name: from.Name, Type: RepeatingSchedule, Texts: Texts{Locale: from.Texts.Locale}}
		if err := scheduleTable.Insert(tx, &s); err != nil {
			return err
		}
		id = s.ID
		if err := join(tx, from.ID, id); err != nil {
			return err
		}
	}
	run, err := runOf(tx, id)
	if err == nil && len(run)+len(copies) > maxRun {
		err = app.Field("schedule", "must not have more than %d entries", maxRun)
	}
	if err != nil {
		return err
	}
	for i := range copies {
		if err := join(tx, copies[i].ID, id); err != nil {
			return err
		}
		copies[i].ScheduleID = id
	}
	return nil
}
