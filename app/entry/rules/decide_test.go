package rules

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

var noon = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

func ptr[T any](v T) *T { return &v }

// ticket is a Ticket that passes any gate without rules.
func ticket(change ...func(*Ticket)) Ticket {
	t := Ticket{Code: TicketCode, Item: Item{SaleItemID: 10, Sold: true}}
	for _, c := range change {
		c(&t)
	}
	return t
}

func inside(t *Ticket)  { t.State.Inside, t.State.Entries = true, t.State.Entries+1 }
func left(t *Ticket)    { t.State.Inside, t.State.Entries = false, 1 }
func frozen(t *Ticket)  { t.Item.Frozen = true }
func void(t *Ticket)    { t.Item.Void = true }
func unsold(t *Ticket)  { t.Item.Sold = false }
func pending(t *Ticket) { t.Item.Undecided = true }
func product(t *Ticket) { t.Item.Kind = KindProduct }
func barred(t *Ticket)  { t.Item.Barred = true }
func ofDemo(t *Ticket)  { t.Item.Demo = true }

func stale(t *Ticket)     { t.Code = StaleCode }
func unlisted(t *Ticket)  { t.Code, t.Shown = SignedCode, Signed }
func elsewhere(t *Ticket) { t.Elsewhere = true }

func issued(f Form) func(*Ticket) { return func(t *Ticket) { t.Item.Issued = f } }
func shown(f Form) func(*Ticket)  { return func(t *Ticket) { t.Shown = f } }

// rotating is a code of a step, shown when the ticket was let in by another.
func rotating(step, used int64) func(*Ticket) {
	return func(t *Ticket) { t.Shown, t.Step, t.Used = Rotating, step, used }
}

func born(year int) func(*Ticket) {
	return func(t *Ticket) { t.Born = &Day{year, 6, 1} }
}

func window(from, to time.Duration, grace time.Duration) func(*Ticket) {
	return func(t *Ticket) {
		t.Item.From, t.Item.To, t.Item.Grace = ptr(noon.Add(from)), ptr(noon.Add(to)), grace
	}
}

func withAddOn(extra Ticket) func(*Ticket) {
	return func(t *Ticket) { t.AddOns = append(t.AddOns, extra) }
}

func asked(zone Zone, change func(*Ask), tickets ...Ticket) Ask {
	a := Ask{Zone: zone, Now: noon, Day: DayOf(noon), Tickets: tickets}
	if change != nil {
		change(&a)
	}
	return a
}

func TestDecideScan(t *testing.T) {
	free := Zone{Mode: ScanInOut}
	once := Zone{Mode: ScanInOut, ScansInMax: ptr(int64(1))}
	inOnly := Zone{Mode: ScanIn}
	inOnce := Zone{Mode: ScanIn, ScansInMax: ptr(int64(1))}
	auto := Zone{Mode: ScanAuto}
	adults := Zone{Mode: ScanInOut, MinAge: ptr(int64(18)), MaxAge: ptr(int64(60))}
	small := Zone{Mode: ScanInOut, Capacity: ptr(int64(10))}
	precise := Zone{Mode: ScanInOut, Precision: true}
	goingOut := func(a *Ask) { a.Direction = Out }

	cases := []struct {
		name string
		ask  Ask
		want Outcome
	}{
		{"a good ticket is let in", asked(free, nil, ticket()), Outcome{Status: Valid}},
		{"an unknown code is denied without detail", asked(free, nil, Ticket{}), Outcome{Status: Denied}},
		{"a replaced barcode is denied as historic", asked(free, nil, Ticket{Code: ReplacedCode}), Outcome{Status: Denied, Detail: HistoricBarcode}},
		{"an item still in a basket is denied", asked(free, nil, ticket(unsold)), Outcome{Status: Denied}},
		{"a frozen item says that the order is locked", asked(free, nil, ticket(frozen)), Outcome{Status: Denied, Detail: OrderLocked}},
		{"what was sold in demo mode says so, locked or not", asked(free, nil, ticket(ofDemo, frozen)), Outcome{Status: Denied, Detail: SoldInDemoMode}},
		{"what was never sold is unknown in demo mode too", asked(free, nil, ticket(ofDemo, unsold)), Outcome{Status: Denied}},
		{"frozen comes before void", asked(free, nil, ticket(void, frozen)), Outcome{Status: Denied, Detail: OrderLocked}},
		{"a void item is denied without detail", asked(free, nil, ticket(void)), Outcome{Status: Denied}},
		{"an item without approval does not qualify", asked(free, nil, ticket(pending)), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"an item without entry does not qualify", asked(free, nil, ticket(barred)), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a disabled sale item does not qualify", asked(free, func(a *Ask) { a.Disabled = map[int64]bool{10: true} }, ticket()), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a zone for other items takes nobody else", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{11}}, nil, ticket()), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a zone for this item takes it", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{10}}, nil, ticket()), Outcome{Status: Valid}},
		{"a zone that opens later is closed", asked(Zone{Mode: ScanInOut, Opening: ptr(noon.Add(time.Microsecond))}, nil, ticket()), Outcome{Status: ZoneClosed}},
		{"a zone is open at its opening", asked(Zone{Mode: ScanInOut, Opening: ptr(noon)}, nil, ticket()), Outcome{Status: Valid}},
		{"a zone is closed at its closing", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, nil, ticket()), Outcome{Status: ZoneClosed}},
		{"disabled comes before closed", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, func(a *Ask) { a.Disabled = map[int64]bool{10: true} }, ticket()), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"closed comes before not eligible", asked(Zone{Mode: ScanInOut, Closing: ptr(noon), SaleItemIDs: []int64{11}}, nil, ticket()), Outcome{Status: ZoneClosed}},
		{"before its window an item is not valid", asked(free, nil, ticket(window(time.Hour, 2*time.Hour, 59*time.Minute))), Outcome{Status: Denied, Detail: OutsideOfValidity}},
		{"grace widens the beginning", asked(free, nil, ticket(window(time.Hour, 2*time.Hour, time.Hour))), Outcome{Status: Valid}},
		{"the end of a window is outside", asked(free, nil, ticket(window(-time.Hour, 0, 0))), Outcome{Status: Denied, Detail: OutsideOfValidity}},
		{"grace widens the end", asked(free, nil, ticket(window(-time.Hour, 0, time.Minute))), Outcome{Status: Valid}},
		{"a zone can ignore validity", asked(Zone{Mode: ScanInOut, IgnoreValidity: true}, nil, ticket(window(-time.Hour, 0, 0))), Outcome{Status: Valid}},
		{"who is inside may leave after the window", asked(free, goingOut, ticket(inside, window(-time.Hour, 0, 0))), Outcome{Status: Valid, Out: true}},
		{"who is inside may leave after closing", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, goingOut, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"who is inside may leave when the item was taken off the list", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{11}}, goingOut, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"who is inside may leave a device that does not take the item", asked(free, func(a *Ask) { a.Direction, a.Disabled = Out, map[int64]bool{10: true} }, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"nobody who leaves is asked a question", asked(precise, goingOut, ticket(inside, withAddOn(ticket(inside)))), Outcome{Status: Valid, Out: true}},
		{"a frozen item does not leave", asked(free, goingOut, ticket(inside, frozen)), Outcome{Status: Denied, Detail: OrderLocked, Out: true}},
		{"a product enters no zone that does not name it", asked(free, nil, ticket(product)), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a product enters the zone that names it", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{10}}, nil, ticket(product)), Outcome{Status: Valid}},
		{"an Entry zone that only lets in does so once", asked(Zone{Mode: ScanIn, Entry: true}, nil, ticket(inside)), Outcome{Status: AlreadyIn}},
		{"an Entry zone that only lets in can be told to do so twice", asked(Zone{Mode: ScanIn, Entry: true, ScansInMax: ptr(int64(2))}, nil, ticket(inside)), Outcome{Status: Valid}},
		{"an Entry zone lets in again after out", asked(Zone{Mode: ScanInOut, Entry: true}, nil, ticket(left)), Outcome{Status: Valid}},
		{"in while inside", asked(free, nil, ticket(inside)), Outcome{Status: AlreadyIn}},
		{"out while outside", asked(free, goingOut, ticket()), Outcome{Status: AlreadyOut, Out: true}},
		{"out while inside", asked(free, goingOut, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"auto lets in who is outside", asked(auto, nil, ticket()), Outcome{Status: Valid}},
		{"auto lets out who is inside", asked(auto, nil, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"an explicit in is kept at an automatic zone", asked(auto, func(a *Ask) { a.Direction = In }, ticket(inside)), Outcome{Status: AlreadyIn}},
		{"a manual zone can be asked for auto", asked(free, func(a *Ask) { a.Direction = Auto }, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"in-only and unlimited lets in again", asked(inOnly, nil, ticket(inside)), Outcome{Status: Valid}},
		{"in-only and once says already in", asked(inOnce, nil, ticket(inside)), Outcome{Status: AlreadyIn}},
		{"in-only and three times ends at three", asked(Zone{Mode: ScanIn, ScansInMax: ptr(int64(3))}, nil, ticket(inside, inside, inside)), Outcome{Status: ScansInExceeded}},
		{"the only entry is used up after leaving", asked(once, nil, ticket(left)), Outcome{Status: ScansInExceeded}},
		{"without a limit one comes back", asked(free, nil, ticket(left)), Outcome{Status: Valid}},
		{"no birth date, no age", asked(adults, nil, ticket()), Outcome{Status: AgeUnknown}},
		{"too young by a year", asked(adults, nil, ticket(born(2010))), Outcome{Status: TooYoung}},
		{"eighteen on the day", asked(adults, nil, ticket(born(2009))), Outcome{Status: Valid}},
		{"sixty is not too old", asked(adults, nil, ticket(born(1967))), Outcome{Status: Valid}},
		{"sixty-one is", asked(adults, nil, ticket(born(1966))), Outcome{Status: TooOld}},
		{"age can be overridden and is noted", asked(adults, func(a *Ask) { a.IgnoreAge = true }, ticket()), Outcome{Status: Valid, Forced: true}},
		{"an override that was not needed is not noted", asked(adults, func(a *Ask) { a.IgnoreAge, a.IgnoreCapacity = true, true }, ticket(born(1990))), Outcome{Status: Valid}},
		{"nobody is too young to leave", asked(adults, goingOut, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"the last place is given", asked(small, func(a *Ask) { a.Attendance = 9 }, ticket()), Outcome{Status: Valid}},
		{"a full zone is full", asked(small, func(a *Ask) { a.Attendance = 10 }, ticket()), Outcome{Status: Full}},
		{"capacity can be overridden and is noted", asked(small, func(a *Ask) { a.Attendance, a.IgnoreCapacity = 10, true }, ticket()), Outcome{Status: Valid, Forced: true}},
		{"a full zone lets out", asked(small, func(a *Ask) { a.Attendance, a.Direction = 12, Out }, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"too young comes before full", asked(Zone{Mode: ScanInOut, Capacity: ptr(int64(0)), MinAge: ptr(int64(18))}, nil, ticket(born(2020))), Outcome{Status: TooYoung}},
		{"entries come before age", asked(Zone{Mode: ScanInOut, ScansInMax: ptr(int64(1)), MinAge: ptr(int64(18))}, nil, ticket(left)), Outcome{Status: ScansInExceeded}},
		{"a barcode alone is not enough for a ticket whose code rotates", asked(free, nil, ticket(issued(Rotating))), Outcome{Status: Denied}},
		{"nor is a signature", asked(free, nil, ticket(issued(Rotating), shown(Signed))), Outcome{Status: Denied}},
		{"unless the event takes static codes too", asked(free, func(a *Ask) { a.Codes.StaticToo = true }, ticket(issued(Rotating))), Outcome{Status: Valid}},
		{"a rotating code lets in", asked(free, nil, ticket(issued(Rotating), rotating(8, 0))), Outcome{Status: Valid}},
		{"once in its step", asked(free, nil, ticket(issued(Rotating), left, rotating(8, 8))), Outcome{Status: Denied}},
		{"and not after a later one", asked(free, nil, ticket(issued(Rotating), left, rotating(7, 8))), Outcome{Status: Denied}},
		{"again in the next step", asked(free, nil, ticket(issued(Rotating), left, rotating(9, 8))), Outcome{Status: Valid}},
		{"who is inside already hears that first", asked(free, nil, ticket(issued(Rotating), inside, rotating(8, 8))), Outcome{Status: AlreadyIn}},
		{"one may leave in the step in which one came", asked(free, goingOut, ticket(issued(Rotating), inside, rotating(8, 8))), Outcome{Status: Valid, Out: true}},
		{"and with the barcode alone", asked(free, goingOut, ticket(issued(Rotating), inside)), Outcome{Status: Valid, Out: true}},
		{"digits of another moment are no code", asked(free, nil, ticket(stale)), Outcome{Status: Denied}},
		{"not on the way out either", asked(free, goingOut, ticket(inside, stale)), Outcome{Status: Denied, Out: true}},
		{"a form can be overridden and is noted", asked(free, func(a *Ask) { a.IgnoreCode = true }, ticket(issued(Rotating))), Outcome{Status: Valid, Forced: true}},
		{"so can a copy", asked(free, func(a *Ask) { a.IgnoreCode = true }, ticket(issued(Rotating), left, rotating(8, 8))), Outcome{Status: Valid, Forced: true}},
		{"a step that is over can not", asked(free, func(a *Ask) { a.IgnoreCode = true }, ticket(stale)), Outcome{Status: Denied}},
		{"that somebody is inside can be corrected and is noted", asked(free, func(a *Ask) { a.IgnoreInside = true }, ticket(inside)), Outcome{Status: Valid, Forced: true}},
		{"by the entry that is used already", asked(inOnce, func(a *Ask) { a.IgnoreInside = true }, ticket(inside)), Outcome{Status: Valid, Forced: true}},
		{"not of who has left", asked(once, func(a *Ask) { a.IgnoreInside = true }, ticket(left)), Outcome{Status: ScansInExceeded}},
		{"nor against ages", asked(adults, func(a *Ask) { a.IgnoreInside = true }, ticket(inside, born(2020))), Outcome{Status: TooYoung}},
		{"and takes no place", asked(small, func(a *Ask) { a.IgnoreInside, a.Attendance = true, 12 }, ticket(inside)), Outcome{Status: Valid, Forced: true}},
		{"a correction that was not needed is not noted", asked(free, func(a *Ask) { a.IgnoreInside = true }, ticket()), Outcome{Status: Valid}},
		{"who is inside leaves as always", asked(free, func(a *Ask) { a.IgnoreInside, a.Direction = true, Out }, ticket(inside)), Outcome{Status: Valid, Out: true}},
		{"what was overridden in vain is not noted", asked(free, func(a *Ask) { a.IgnoreCode = true }, ticket(issued(Rotating), inside)), Outcome{Status: AlreadyIn}},
		{"a barcode alone is enough for a ticket with a signed code", asked(free, nil, ticket(issued(Signed))), Outcome{Status: Valid}},
		{"unless the event takes signed ones only", asked(free, func(a *Ask) { a.Codes.SignedOnly = true }, ticket(issued(Signed))), Outcome{Status: Denied}},
		{"which asks no signature of what was sold without", asked(free, func(a *Ask) { a.Codes.SignedOnly = true }, ticket()), Outcome{Status: Valid}},
		{"nor of a code that rotates", asked(free, func(a *Ask) { a.Codes.SignedOnly = true }, ticket(issued(Signed), rotating(8, 0))), Outcome{Status: Valid}},
		{"an unknown ticket is not let in by its signature", asked(free, nil, ticket(unlisted)), Outcome{Status: Denied}},
		{"unless the event says so", asked(free, func(a *Ask) { a.Codes.Provisional = true }, ticket(unlisted)), Outcome{Status: Valid}},
		{"and then by every other rule", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{11}}, func(a *Ask) { a.Codes.Provisional = true }, ticket(unlisted)), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"what another device holds is let in there", asked(free, nil, ticket(elsewhere)), Outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"or by a supervisor, which is noted", asked(free, func(a *Ask) { a.IgnoreLease = true }, ticket(elsewhere)), Outcome{Status: Valid, Forced: true}},
		{"and leaves anywhere", asked(free, goingOut, ticket(elsewhere, inside)), Outcome{Status: Valid, Out: true}},
		{"a precise zone asks when an add-on could be meant", asked(precise, nil, ticket(withAddOn(ticket()))), Outcome{Status: RequiresConfirmation}},
		{"a confirmed choice is not asked again", asked(precise, func(a *Ask) { a.Confirmed = true }, ticket(withAddOn(ticket()))), Outcome{Status: Valid}},
		{"an add-on that could not pass is no question", asked(precise, nil, ticket(withAddOn(ticket(void)))), Outcome{Status: Valid}},
		{"an automatic zone never asks", asked(Zone{Mode: ScanAuto, Precision: true}, nil, ticket(withAddOn(ticket()))), Outcome{Status: Valid}},
		{"confirmed widens nothing", asked(once, func(a *Ask) { a.Confirmed = true }, ticket(left)), Outcome{Status: ScansInExceeded}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			d := Decide(c.ask)
			is.Equal(d.Overall, c.want)
			is.Equal(d.Each, []Outcome{c.want})
		})
	}
}

func TestDecideScanOfSeveral(t *testing.T) {
	small := Zone{Mode: ScanAuto, Capacity: ptr(int64(10))}
	t.Run("the first refusal speaks for all", func(t *testing.T) {
		is := is.New(t)
		d := Decide(asked(Zone{Mode: ScanInOut}, nil, ticket(), ticket(inside), ticket(frozen)))
		is.Equal(d.Overall, Outcome{Status: AlreadyIn})
		is.Equal(d.Speaker, 1)
		is.Equal(d.Each[0].Status, Valid)
	})
	t.Run("capacity counts the whole request", func(t *testing.T) {
		is := is.New(t)
		nine := func(a *Ask) { a.Attendance = 9 }
		is.Equal(Decide(asked(small, nine, ticket(), ticket())).Overall.Status, Full)
		is.Equal(Decide(asked(small, nine, ticket())).Overall.Status, Valid)
	})
	t.Run("who leaves makes room for who comes", func(t *testing.T) {
		is := is.New(t)
		full := func(a *Ask) { a.Attendance = 10 }
		is.Equal(Decide(asked(small, full, ticket(), ticket(inside))).Overall.Status, Valid)
	})
	t.Run("a zone that only lets in cannot be asked to let out", func(t *testing.T) {
		is := is.New(t)
		is.True(!Leads(ScanIn, Out))
		is.True(Leads(ScanIn, Auto))
		is.True(Leads(ScanInOut, Out))
	})
}

func TestYearsUntil(t *testing.T) {
	is := is.New(t)
	day := Day{2027, 2, 28}
	is.Equal(Day{2008, 2, 29}.YearsUntil(day), int64(18)) // born on a leap day
	is.Equal(Day{2009, 2, 28}.YearsUntil(day), int64(18))
	is.Equal(Day{2009, 3, 1}.YearsUntil(day), int64(17))
}

// BenchmarkDecide measures the decision alone.
func BenchmarkDecide(b *testing.B) {
	a := asked(Zone{Mode: ScanInOut, Capacity: ptr(int64(10_000)), ScansInMax: ptr(int64(1))}, nil, ticket(), ticket(), ticket())
	b.ReportAllocs()
	for b.Loop() {
		if Decide(a).Overall.Status != Valid {
			b.Fatal("not valid")
		}
	}
}
