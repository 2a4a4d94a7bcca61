package entry

import (
	"time"

	"marquee/app"
)

// ask is everything the decision about one scan rests on, as plain values.
type ask struct {
	Zone       Zone
	Attendance int64
	// Direction is what the gate asked for: in, out, auto, or nothing.
	Direction string
	Now       time.Time
	// Day is the day the event starts, in its own timezone: ages are counted on it.
	Day time.Time
	// Confirmed: the operator has chosen among several items.
	Confirmed bool
	// IgnoreCapacity and IgnoreAge are set only for callers who may override.
	IgnoreCapacity, IgnoreAge bool
	// Disabled are sale items the device does not take. They only ever narrow.
	Disabled map[int64]bool
	Tickets  []candidate
}

// codeKind is what the code that was read is.
type codeKind uint8

const (
	unknownCode  codeKind = iota // of no ticket of this event
	replacedCode                 // a barcode that the ticket has no more
	ticketCode
)

// candidate is one ticket that wants through the gate.
type candidate struct {
	Code codeKind
	Item facts
	// State is the ticket's own in this zone.
	State ZoneState
	// Born is the holder's birth date, nil when not known.
	Born *time.Time
	// AddOns hang on the ticket; they are given only where the zone is precise.
	AddOns []candidate
}

// facts are what a gate must know of a sold item.
type facts struct {
	ItemID, SaleItemID int64
	Kind               Kind
	Sold, Frozen, Void bool
	// Undecided: approval is pending or was refused.
	Undecided bool
	// Barred: the kind of item carries no entry at all.
	Barred bool
	// From, To and Grace are the window of the sale item as it is now.
	From, To *time.Time
	Grace    time.Duration
}

// outcome is the verdict on one ticket.
type outcome struct {
	Status Status
	Detail string
	Out    bool
	// Forced: a rule was overridden, so the log must say by whom.
	Forced bool
}

// decision is the verdict on a request: one outcome per ticket, and the one that
// speaks for all, which is the first refusal in the order of the request.
type decision struct {
	Each    []outcome
	Overall outcome
	// Speaker is the place of the ticket that the answer describes.
	Speaker int
}

// direction settles which way a scan goes. An explicit wish is followed; auto,
// and silence at an automatic zone, goes out when inside. An in-only zone never
// lets out.
func direction(mode, asked string, inside bool) string {
	switch {
	case mode == ScanIn:
		return askedIn
	case asked == askedAuto, asked == askedAny && mode == ScanAuto:
		if inside {
			return askedOut
		}
		return askedIn
	case asked == askedOut:
		return askedOut
	}
	return askedIn
}

// checkDirection refuses what a zone can never do.
func checkDirection(mode, asked string) error {
	if mode == ScanIn && asked == askedOut {
		return app.Field("scan", "must be one of: %s", "in, auto")
	}
	return nil
}

// decideScan judges every ticket of a request by the rules of the package, in their
// order. Any refusal refuses them all.
func decideScan(a ask) decision {
	d := decision{Each: make([]outcome, len(a.Tickets))}
	for i, t := range a.Tickets {
		d.Each[i] = a.judge(t)
	}
	a.fill(d.Each)
	for i, t := range a.Tickets {
		if d.Each[i].Status == Valid && !d.Each[i].Out && a.ambiguous(t) {
			d.Each[i].Status = RequiresConfirmation
		}
	}
	for i, o := range d.Each {
		if o.Status != Valid {
			d.Overall, d.Speaker = o, i
			return d
		}
	}
	d.Overall = d.Each[0]
	return d
}

// judge applies the rules that look at one ticket alone: all but the capacity. Whoever
// is inside may leave, whatever the gate takes by now.
func (a *ask) judge(t candidate) outcome {
	o := outcome{Status: Valid, Out: direction(a.Zone.Mode, a.Direction, t.State.Inside) == askedOut}
	o.Status, o.Detail = a.standing(t)
	if o.Status == Valid && !o.Out {
		o.Status, o.Detail = a.welcome(t.Item)
	}
	if o.Status == Valid {
		o.Status = a.turn(t.State, o.Out)
	}
	if o.Status != Valid || o.Out {
		return o
	}
	if s := a.age(t.Born); s != Valid {
		if o.Forced = a.IgnoreAge; !a.IgnoreAge {
			o.Status = s
		}
	}
	return o
}

// standing is about the ticket itself.
func (a *ask) standing(t candidate) (Status, string) {
	switch {
	case t.Code == replacedCode:
		return Denied, HistoricBarcode
	case t.Code == unknownCode, !t.Item.Sold:
		return Denied, noDetail
	case t.Item.Frozen:
		return Denied, OrderLocked
	case t.Item.Void:
		return Denied, noDetail
	case t.Item.Undecided, t.Item.Barred:
		return Denied, ItemDoesNotQualify
	}
	return Valid, noDetail
}

// welcome is about the ticket at this gate at this moment, on its way in.
func (a *ask) welcome(i facts) (Status, string) {
	switch {
	case a.Disabled[i.SaleItemID]:
		return Denied, ItemDoesNotQualify
	case !a.Zone.open(a.Now):
		return ZoneClosed, noDetail
	case !a.Zone.takes(i.SaleItemID, i.Kind):
		return Denied, ItemDoesNotQualify
	case !a.Zone.IgnoreValidity && !i.validAt(a.Now):
		return Denied, OutsideOfValidity
	}
	return Valid, noDetail
}

// turn is about where the ticket is, and how often it was there.
func (a *ask) turn(s ZoneState, out bool) Status {
	limit := a.Zone.maxIn()
	repeats := a.Zone.Mode == ScanIn && (limit == nil || *limit != 1)
	switch {
	case out && !s.Inside:
		return AlreadyOut
	case out:
		return Valid
	case s.Inside && !repeats:
		return AlreadyIn
	case limit != nil && s.In >= *limit:
		return ScansInExceeded
	}
	return Valid
}

// age compares the holder's age on the day of the event with the zone's bounds.
func (a *ask) age(born *time.Time) Status {
	z := a.Zone
	switch {
	case z.MinAge == nil && z.MaxAge == nil:
		return Valid
	case born == nil:
		return AgeUnknown
	}
	years := yearsBetween(*born, a.Day)
	switch {
	case z.MinAge != nil && years < *z.MinAge:
		return TooYoung
	case z.MaxAge != nil && years > *z.MaxAge:
		return TooOld
	}
	return Valid
}

// yearsBetween counts full years; both are taken as days of the calendar.
func yearsBetween(born, day time.Time) int64 {
	years := day.Year() - born.Year()
	if day.Month() < born.Month() || day.Month() == born.Month() && day.Day() < born.Day() {
		years--
	}
	return int64(years)
}

// fill applies the capacity to all who pass so far, together: leaving makes
// room, and the last place cannot be given to two of them.
func (a *ask) fill(each []outcome) {
	if a.Zone.Capacity == nil || a.Zone.Mode == ScanIn {
		return
	}
	after := a.Attendance
	for _, o := range each {
		switch {
		case o.Status != Valid:
		case o.Out:
			after--
		default:
			after++
		}
	}
	if after <= *a.Zone.Capacity {
		return
	}
	for i := range each {
		if o := &each[i]; o.Status == Valid && !o.Out {
			if a.IgnoreCapacity {
				o.Forced = true
			} else {
				o.Status = Full
			}
		}
	}
}

// ambiguous tells whether the operator must choose: a precise zone takes more
// than one of the ticket and its add-ons. Automatic zones never ask.
func (a *ask) ambiguous(t candidate) bool {
	if !a.precise() || a.Confirmed {
		return false
	}
	for _, extra := range t.AddOns {
		if a.judge(extra).Status == Valid {
			return true
		}
	}
	return false
}

// precise tells whether the zone asks when in doubt.
func (a *ask) precise() bool { return a.Zone.Precision && a.Zone.Mode != ScanAuto }

// validAt tells whether a moment lies in the item's window, widened at both ends
// by its grace. Windows are half open.
func (f facts) validAt(now time.Time) bool {
	if f.From != nil && now.Before(f.From.Add(-f.Grace)) {
		return false
	}
	return f.To == nil || now.Before(f.To.Add(f.Grace))
}
