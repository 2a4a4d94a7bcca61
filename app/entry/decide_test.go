package entry

import (
	"testing"
	"time"

	"github.com/matryer/is"
)

var noon = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

func ptr[T any](v T) *T { return &v }

// ticket is a candidate that passes any gate without rules.
func ticket(change ...func(*candidate)) candidate {
	t := candidate{Code: ticketCode, Item: facts{ItemID: 1, SaleItemID: 10, Sold: true}}
	for _, c := range change {
		c(&t)
	}
	return t
}

func inside(t *candidate)  { t.State.Inside, t.State.In = true, t.State.In+1 }
func left(t *candidate)    { t.State.Inside, t.State.In, t.State.Out = false, 1, 1 }
func frozen(t *candidate)  { t.Item.Frozen = true }
func void(t *candidate)    { t.Item.Void = true }
func unsold(t *candidate)  { t.Item.Sold = false }
func pending(t *candidate) { t.Item.Undecided = true }
func product(t *candidate) { t.Item.Kind = KindProduct }
func barred(t *candidate)  { t.Item.Barred = true }

func born(year int) func(*candidate) {
	return func(t *candidate) { t.Born = ptr(time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC)) }
}

func window(from, to time.Duration, grace time.Duration) func(*candidate) {
	return func(t *candidate) {
		t.Item.From, t.Item.To, t.Item.Grace = ptr(noon.Add(from)), ptr(noon.Add(to)), grace
	}
}

func withAddOn(extra candidate) func(*candidate) {
	return func(t *candidate) { t.AddOns = append(t.AddOns, extra) }
}

func asked(zone Zone, change func(*ask), tickets ...candidate) ask {
	a := ask{Zone: zone, Now: noon, Day: noon, Tickets: tickets}
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
	goingOut := func(a *ask) { a.Direction = askedOut }

	cases := []struct {
		name string
		ask  ask
		want outcome
	}{
		{"a good ticket is let in", asked(free, nil, ticket()), outcome{Status: Valid}},
		{"an unknown code is denied without detail", asked(free, nil, candidate{}), outcome{Status: Denied}},
		{"a replaced barcode is denied as historic", asked(free, nil, candidate{Code: replacedCode}), outcome{Status: Denied, Detail: HistoricBarcode}},
		{"an item still in a basket is denied", asked(free, nil, ticket(unsold)), outcome{Status: Denied}},
		{"a frozen item says that the order is locked", asked(free, nil, ticket(frozen)), outcome{Status: Denied, Detail: OrderLocked}},
		{"frozen comes before void", asked(free, nil, ticket(void, frozen)), outcome{Status: Denied, Detail: OrderLocked}},
		{"a void item is denied without detail", asked(free, nil, ticket(void)), outcome{Status: Denied}},
		{"an item without approval does not qualify", asked(free, nil, ticket(pending)), outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"an item without entry does not qualify", asked(free, nil, ticket(barred)), outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a disabled sale item does not qualify", asked(free, func(a *ask) { a.Disabled = map[int64]bool{10: true} }, ticket()), outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a zone for other items takes nobody else", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{11}}, nil, ticket()), outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a zone for this item takes it", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{10}}, nil, ticket()), outcome{Status: Valid}},
		{"a zone that opens later is closed", asked(Zone{Mode: ScanInOut, Opening: ptr(noon.Add(time.Microsecond))}, nil, ticket()), outcome{Status: ZoneClosed}},
		{"a zone is open at its opening", asked(Zone{Mode: ScanInOut, Opening: ptr(noon)}, nil, ticket()), outcome{Status: Valid}},
		{"a zone is closed at its closing", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, nil, ticket()), outcome{Status: ZoneClosed}},
		{"disabled comes before closed", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, func(a *ask) { a.Disabled = map[int64]bool{10: true} }, ticket()), outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"closed comes before not eligible", asked(Zone{Mode: ScanInOut, Closing: ptr(noon), SaleItemIDs: []int64{11}}, nil, ticket()), outcome{Status: ZoneClosed}},
		{"before its window an item is not valid", asked(free, nil, ticket(window(time.Hour, 2*time.Hour, 59*time.Minute))), outcome{Status: Denied, Detail: OutsideOfValidity}},
		{"grace widens the beginning", asked(free, nil, ticket(window(time.Hour, 2*time.Hour, time.Hour))), outcome{Status: Valid}},
		{"the end of a window is outside", asked(free, nil, ticket(window(-time.Hour, 0, 0))), outcome{Status: Denied, Detail: OutsideOfValidity}},
		{"grace widens the end", asked(free, nil, ticket(window(-time.Hour, 0, time.Minute))), outcome{Status: Valid}},
		{"a zone can ignore validity", asked(Zone{Mode: ScanInOut, IgnoreValidity: true}, nil, ticket(window(-time.Hour, 0, 0))), outcome{Status: Valid}},
		{"who is inside may leave after the window", asked(free, goingOut, ticket(inside, window(-time.Hour, 0, 0))), outcome{Status: Valid, Out: true}},
		{"who is inside may leave after closing", asked(Zone{Mode: ScanInOut, Closing: ptr(noon)}, goingOut, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"who is inside may leave when the item was taken off the list", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{11}}, goingOut, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"who is inside may leave a device that does not take the item", asked(free, func(a *ask) { a.Direction, a.Disabled = askedOut, map[int64]bool{10: true} }, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"nobody who leaves is asked a question", asked(precise, goingOut, ticket(inside, withAddOn(ticket(inside)))), outcome{Status: Valid, Out: true}},
		{"a frozen item does not leave", asked(free, goingOut, ticket(inside, frozen)), outcome{Status: Denied, Detail: OrderLocked, Out: true}},
		{"a product enters no zone that does not name it", asked(free, nil, ticket(product)), outcome{Status: Denied, Detail: ItemDoesNotQualify}},
		{"a product enters the zone that names it", asked(Zone{Mode: ScanInOut, SaleItemIDs: []int64{10}}, nil, ticket(product)), outcome{Status: Valid}},
		{"an Entry zone that only lets in does so once", asked(Zone{Mode: ScanIn, Entry: true}, nil, ticket(inside)), outcome{Status: AlreadyIn}},
		{"an Entry zone that only lets in can be told to do so twice", asked(Zone{Mode: ScanIn, Entry: true, ScansInMax: ptr(int64(2))}, nil, ticket(inside)), outcome{Status: Valid}},
		{"an Entry zone lets in again after out", asked(Zone{Mode: ScanInOut, Entry: true}, nil, ticket(left)), outcome{Status: Valid}},
		{"in while inside", asked(free, nil, ticket(inside)), outcome{Status: AlreadyIn}},
		{"out while outside", asked(free, goingOut, ticket()), outcome{Status: AlreadyOut, Out: true}},
		{"out while inside", asked(free, goingOut, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"auto lets in who is outside", asked(auto, nil, ticket()), outcome{Status: Valid}},
		{"auto lets out who is inside", asked(auto, nil, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"an explicit in is kept at an automatic zone", asked(auto, func(a *ask) { a.Direction = askedIn }, ticket(inside)), outcome{Status: AlreadyIn}},
		{"a manual zone can be asked for auto", asked(free, func(a *ask) { a.Direction = askedAuto }, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"in-only and unlimited lets in again", asked(inOnly, nil, ticket(inside)), outcome{Status: Valid}},
		{"in-only and once says already in", asked(inOnce, nil, ticket(inside)), outcome{Status: AlreadyIn}},
		{"in-only and three times ends at three", asked(Zone{Mode: ScanIn, ScansInMax: ptr(int64(3))}, nil, ticket(inside, inside, inside)), outcome{Status: ScansInExceeded}},
		{"the only entry is used up after leaving", asked(once, nil, ticket(left)), outcome{Status: ScansInExceeded}},
		{"without a limit one comes back", asked(free, nil, ticket(left)), outcome{Status: Valid}},
		{"no birth date, no age", asked(adults, nil, ticket()), outcome{Status: AgeUnknown}},
		{"too young by a year", asked(adults, nil, ticket(born(2010))), outcome{Status: TooYoung}},
		{"eighteen on the day", asked(adults, nil, ticket(born(2009))), outcome{Status: Valid}},
		{"sixty is not too old", asked(adults, nil, ticket(born(1967))), outcome{Status: Valid}},
		{"sixty-one is", asked(adults, nil, ticket(born(1966))), outcome{Status: TooOld}},
		{"age can be overridden and is noted", asked(adults, func(a *ask) { a.IgnoreAge = true }, ticket()), outcome{Status: Valid, Forced: true}},
		{"an override that was not needed is not noted", asked(adults, func(a *ask) { a.IgnoreAge, a.IgnoreCapacity = true, true }, ticket(born(1990))), outcome{Status: Valid}},
		{"nobody is too young to leave", asked(adults, goingOut, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"the last place is given", asked(small, func(a *ask) { a.Attendance = 9 }, ticket()), outcome{Status: Valid}},
		{"a full zone is full", asked(small, func(a *ask) { a.Attendance = 10 }, ticket()), outcome{Status: Full}},
		{"capacity can be overridden and is noted", asked(small, func(a *ask) { a.Attendance, a.IgnoreCapacity = 10, true }, ticket()), outcome{Status: Valid, Forced: true}},
		{"a full zone lets out", asked(small, func(a *ask) { a.Attendance, a.Direction = 12, askedOut }, ticket(inside)), outcome{Status: Valid, Out: true}},
		{"too young comes before full", asked(Zone{Mode: ScanInOut, Capacity: ptr(int64(0)), MinAge: ptr(int64(18))}, nil, ticket(born(2020))), outcome{Status: TooYoung}},
		{"entries come before age", asked(Zone{Mode: ScanInOut, ScansInMax: ptr(int64(1)), MinAge: ptr(int64(18))}, nil, ticket(left)), outcome{Status: ScansInExceeded}},
		{"a precise zone asks when an add-on could be meant", asked(precise, nil, ticket(withAddOn(ticket()))), outcome{Status: RequiresConfirmation}},
		{"a confirmed choice is not asked again", asked(precise, func(a *ask) { a.Confirmed = true }, ticket(withAddOn(ticket()))), outcome{Status: Valid}},
		{"an add-on that could not pass is no question", asked(precise, nil, ticket(withAddOn(ticket(void)))), outcome{Status: Valid}},
		{"an automatic zone never asks", asked(Zone{Mode: ScanAuto, Precision: true}, nil, ticket(withAddOn(ticket()))), outcome{Status: Valid}},
		{"confirmed widens nothing", asked(once, func(a *ask) { a.Confirmed = true }, ticket(left)), outcome{Status: ScansInExceeded}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			d := decideScan(c.ask)
			is.Equal(d.Overall, c.want)
			is.Equal(d.Each, []outcome{c.want})
		})
	}
}

func TestDecideScanOfSeveral(t *testing.T) {
	small := Zone{Mode: ScanAuto, Capacity: ptr(int64(10))}
	t.Run("the first refusal speaks for all", func(t *testing.T) {
		is := is.New(t)
		d := decideScan(asked(Zone{Mode: ScanInOut}, nil, ticket(), ticket(inside), ticket(frozen)))
		is.Equal(d.Overall, outcome{Status: AlreadyIn})
		is.Equal(d.Speaker, 1)
		is.Equal(d.Each[0].Status, Valid)
	})
	t.Run("capacity counts the whole request", func(t *testing.T) {
		is := is.New(t)
		nine := func(a *ask) { a.Attendance = 9 }
		is.Equal(decideScan(asked(small, nine, ticket(), ticket())).Overall.Status, Full)
		is.Equal(decideScan(asked(small, nine, ticket())).Overall.Status, Valid)
	})
	t.Run("who leaves makes room for who comes", func(t *testing.T) {
		is := is.New(t)
		full := func(a *ask) { a.Attendance = 10 }
		is.Equal(decideScan(asked(small, full, ticket(), ticket(inside))).Overall.Status, Valid)
	})
	t.Run("a zone that only lets in cannot be asked to let out", func(t *testing.T) {
		is := is.New(t)
		is.True(checkDirection(ScanIn, askedOut) != nil)
		is.NoErr(checkDirection(ScanIn, askedAuto))
		is.NoErr(checkDirection(ScanInOut, askedOut))
	})
}

func TestYearsBetween(t *testing.T) {
	is := is.New(t)
	day := time.Date(2027, 2, 28, 0, 0, 0, 0, time.UTC)
	is.Equal(yearsBetween(time.Date(2008, 2, 29, 0, 0, 0, 0, time.UTC), day), int64(18)) // born on a leap day
	is.Equal(yearsBetween(time.Date(2009, 2, 28, 0, 0, 0, 0, time.UTC), day), int64(18))
	is.Equal(yearsBetween(time.Date(2009, 3, 1, 0, 0, 0, 0, time.UTC), day), int64(17))
}

// BenchmarkDecide measures the decision alone.
func BenchmarkDecide(b *testing.B) {
	a := asked(Zone{Mode: ScanInOut, Capacity: ptr(int64(10_000)), ScansInMax: ptr(int64(1))}, nil, ticket(), ticket(), ticket())
	b.ReportAllocs()
	for b.Loop() {
		if decideScan(a).Overall.Status != Valid {
			b.Fatal("not valid")
		}
	}
}
