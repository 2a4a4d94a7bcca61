package rules

// Outcome is the verdict on one ticket.
type Outcome struct {
	Status Status
	Detail string
	Out    bool
	// Forced: a rule was overridden, so the log must say by whom.
	Forced bool
}

// Decision is the verdict on a request: one Outcome per ticket, and the one that
// speaks for all, which is the first refusal in the order of the request.
type Decision struct {
	Each    []Outcome
	Overall Outcome
	// Speaker is the place of the ticket that the answer describes.
	Speaker int
}

// direction settles which way a scan goes. An explicit wish is followed; auto,
// and silence at an automatic zone, goes out when inside. An in-only zone never
// lets out.
func direction(mode, asked string, inside bool) string {
	switch {
	case mode == ScanIn:
		return In
	case asked == Auto, asked == Any && mode == ScanAuto:
		if inside {
			return Out
		}
		return In
	case asked == Out:
		return Out
	}
	return In
}

// Leads tells whether a zone can let through in that direction at all.
func Leads(mode, asked string) bool { return mode != ScanIn || asked != Out }

// Decide judges every ticket of a request by the rules of the package, in their
// order. Any refusal refuses them all.
func Decide(a Ask) Decision {
	d := Decision{Each: make([]Outcome, len(a.Tickets))}
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
func (a *Ask) judge(t Ticket) Outcome {
	o := Outcome{Status: Valid, Out: direction(a.Zone.Mode, a.Direction, t.State.Inside) == Out}
	o.Status, o.Detail = Standing(t)
	if o.Status == Valid && t.Code == SignedCode && !a.Codes.Provisional {
		o.Status = Denied
	}
	if o.Status == Valid && !o.Out {
		o.Status, o.Detail = a.shown(t, &o)
	}
	if o.Status == Valid && !o.Out {
		o.Status, o.Detail = a.welcome(t.Item)
	}
	if o.Status == Valid {
		o.Status = a.turn(t.State, o.Out)
	}
	if o.Status == AlreadyIn && a.IgnoreInside {
		o.Status, o.Forced = Valid, true // by the entry that is used already
	}
	if o.Status == Valid && !o.Out {
		a.finish(t, &o)
	}
	o.Forced = o.Forced && o.Status == Valid
	return o
}

// finish is about a code that was used before, and about ages: the last that is looked at
// in a ticket on its way in.
func (a *Ask) finish(t Ticket, o *Outcome) {
	if t.repeats() {
		if o.Forced = true; !a.IgnoreCode {
			o.Status = Denied
			return
		}
	}
	if s := a.age(t.Born); s != Valid {
		if o.Forced = true; !a.IgnoreAge {
			o.Status = s
		}
	}
}

// Standing judges the ticket itself, wherever it is shown.
func Standing(t Ticket) (Status, string) {
	switch {
	case t.Code == ReplacedCode:
		return Denied, HistoricBarcode
	case t.Code == UnknownCode, t.Code == StaleCode, !t.Item.Sold:
		return Denied, NoDetail
	case t.Item.Demo:
		return Denied, SoldInDemoMode
	case t.Item.Frozen:
		return Denied, OrderLocked
	case t.Item.Void:
		return Denied, NoDetail
	case t.Item.Undecided, t.Item.Barred:
		return Denied, ItemDoesNotQualify
	}
	return Valid, NoDetail
}

// shown is about the code itself, and about who holds the ticket: a form that is easier to
// copy than the event takes is refused, and so is a ticket that another device lets in.
func (a *Ask) shown(t Ticket, o *Outcome) (Status, string) {
	switch {
	case t.Shown < a.Codes.Least(t.Item.Issued) && !a.IgnoreCode:
		return Denied, NoDetail
	case t.Elsewhere && !a.IgnoreLease:
		return Denied, ItemDoesNotQualify
	}
	o.Forced = t.Shown < a.Codes.Least(t.Item.Issued) || t.Elsewhere
	return Valid, NoDetail
}

// Least is the form that must be shown of a ticket that was given out in one.
func (c Codes) Least(issued Form) Form {
	switch {
	case issued == Rotating && !c.StaticToo:
		return Rotating
	case issued == Signed && c.SignedOnly:
		return Signed
	}
	return Plain
}

// repeats tells whether the step of a rotating code, or a later one, let the ticket in
// already: a copy of what the guest showed is good for nobody else.
func (t *Ticket) repeats() bool { return t.Step != 0 && t.Step <= t.Used }

// welcome is about the ticket at this gate at this moment, on its way in.
func (a *Ask) welcome(i Item) (Status, string) {
	switch {
	case a.Disabled[i.SaleItemID]:
		return Denied, ItemDoesNotQualify
	case !a.Zone.Open(a.Now):
		return ZoneClosed, NoDetail
	case !Takes(a.Zone.SaleItemIDs, i.SaleItemID, i.Kind):
		return Denied, ItemDoesNotQualify
	case !a.Zone.IgnoreValidity && !i.validAt(a.Now):
		return Denied, OutsideOfValidity
	}
	return Valid, NoDetail
}

// turn is about where the ticket is, and how often it was there.
func (a *Ask) turn(s State, out bool) Status {
	limit := a.Zone.MaxIn()
	repeats := a.Zone.Mode == ScanIn && (limit == nil || *limit != 1)
	switch {
	case out && !s.Inside:
		return AlreadyOut
	case out:
		return Valid
	case s.Inside && !repeats:
		return AlreadyIn
	case limit != nil && s.Entries >= *limit:
		return ScansInExceeded
	}
	return Valid
}

// age compares the holder's age on the day of the event with the zone's bounds.
func (a *Ask) age(born *Day) Status {
	z := a.Zone
	switch {
	case !z.ages():
		return Valid
	case born == nil:
		return AgeUnknown
	}
	years := born.YearsUntil(a.Day)
	switch {
	case z.MinAge != nil && years < *z.MinAge:
		return TooYoung
	case z.MaxAge != nil && years > *z.MaxAge:
		return TooOld
	}
	return Valid
}

// fill applies the capacity to all who pass so far, together: leaving makes
// room, and the last place cannot be given to two of them. Who is inside and comes in again
// has a place.
func (a *Ask) fill(each []Outcome) {
	if a.Zone.Capacity == nil || a.Zone.Mode == ScanIn {
		return
	}
	after := a.Attendance
	for i, o := range each {
		after += a.gain(i, o)
	}
	if after <= *a.Zone.Capacity {
		return
	}
	for i := range each {
		if o := &each[i]; a.gain(i, *o) > 0 {
			if a.IgnoreCapacity {
				o.Forced = true
			} else {
				o.Status = Full
			}
		}
	}
}

// gain is by how many the people inside grow with one ticket.
func (a *Ask) gain(i int, o Outcome) int64 {
	switch {
	case o.Status != Valid:
		return 0
	case o.Out:
		return -1
	case a.Tickets[i].State.Inside:
		return 0
	}
	return 1
}

// ambiguous tells whether the operator must choose: a precise zone takes more
// than one of the ticket and its add-ons. Automatic zones never ask.
func (a *Ask) ambiguous(t Ticket) bool {
	if !a.precise() || a.Confirmed {
		return false
	}
	for _, extra := range t.AddOns {
		if a.Passes(extra) {
			return true
		}
	}
	return false
}

// precise tells whether the zone asks when in doubt.
func (a *Ask) precise() bool { return a.Zone.Precision && a.Zone.Mode != ScanAuto }

// Passes tells whether a ticket could be let through by itself, capacity left aside.
func (a *Ask) Passes(t Ticket) bool { return a.judge(t).Status == Valid }
