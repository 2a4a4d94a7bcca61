package catalog

import (
	"testing"
	"time"

	"marquee/app"

	"github.com/matryer/is"
)

func TestSlotSeries(t *testing.T) {
	at := func(text string) time.Time {
		v, err := time.Parse(time.DateTime, text)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	// The clocks of Berlin go back on 31 October 2027, at 01:00 UTC.
	e := &Event{Start: at("2027-10-29 06:00:00"), End: at("2027-11-02 20:00:00"), Timezone: "Europe/Berlin"}
	for _, tt := range []struct {
		must   string
		unit   SlotUnit
		step   int64
		end    string
		until  string
		starts []string
	}{
		{"days keep the wall time", "days", 1, "2027-10-29 10:00:00", "2027-11-01 12:00:00",
			[]string{"2027-10-29 08:00:00", "2027-10-30 08:00:00", "2027-10-31 09:00:00", "2027-11-01 09:00:00"}},
		{"hours are hours", "hours", 12, "2027-10-29 09:00:00", "2027-10-30 21:00:00",
			[]string{"2027-10-29 08:00:00", "2027-10-29 20:00:00", "2027-10-30 08:00:00", "2027-10-30 20:00:00"}},
		{"the last one ends with the event", "days", 2, "2027-10-29 18:00:00", "", []string{"2027-10-29 08:00:00", "2027-10-31 09:00:00", "2027-11-02 09:00:00"}},
		{"one that is too long is refused by itself", "weeks", 1, "2027-12-01 00:00:00", "", []string{"2027-10-29 08:00:00"}},
		{"months", "months", 1, "2027-10-29 09:00:00", "", []string{"2027-10-29 08:00:00"}},
	} {
		t.Run(tt.must, func(t *testing.T) {
			is := is.New(t)
			start, end := at("2027-10-29 08:00:00"), at(tt.end)
			s := SlotSeries{First: TimeslotChange{Start: &start, End: &end}, Repeat: Repeat{Unit: tt.unit, Step: tt.step}}
			if tt.until != "" {
				until := at(tt.until)
				s.Until = &until
			}
			all, err := s.slots(e)
			is.NoErr(err)
			is.Equal(len(all), len(tt.starts))
			for i, one := range all {
				is.Equal(one.Start.Format(time.DateTime), tt.starts[i])
				is.Equal(one.End.Sub(*one.Start), end.Sub(start))
			}
		})
	}
	start, end := e.Start, e.Start.Add(time.Minute)
	for _, bad := range []SlotSeries{
		{Repeat: Repeat{Unit: "minutes", Step: 1}, First: TimeslotChange{Start: &start, End: &end}}, // far too many
		{Repeat: Repeat{Unit: "minutes", Step: 0}, First: TimeslotChange{Start: &start, End: &end}},
		{Repeat: Repeat{Unit: "hours", Step: 61}, First: TimeslotChange{Start: &start, End: &end}},
		{Repeat: Repeat{Unit: "ages", Step: 1}, First: TimeslotChange{Start: &start, End: &end}},
		{Repeat: Repeat{Step: 1}, First: TimeslotChange{Start: &start, End: &end}},
		{Repeat: Repeat{Unit: "hours", Step: 1}},
	} {
		if _, err := bad.slots(e); app.KindOf(err) != app.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestSalePeriods(t *testing.T) {
	noon := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	hour := func(h int) time.Time { return noon.Add(time.Duration(h) * time.Hour) }
	end := hour(2)
	e := &Event{Start: hour(90), End: hour(99), Published: true, SalePeriods: []SalePeriod{
		{ID: 1, Presale: true, From: hour(1), Until: &end}, {ID: 2, From: hour(10)},
	}}
	for h, want := range map[int]Reason{0: NotInPeriod, 1: OnSale, 2: NotInPeriod, 9: NotInPeriod, 10: OnSale, 80: OnSale} {
		if got := Sellable(e, &SaleItem{}, nil, nil, Shop, hour(h)); got != want {
			t.Errorf("after %d hours: %q, want %q", h, got, want)
		}
	}
	closed := &SaleItem{HideFromShop: true}
	if got := Sellable(e, closed, nil, nil, Shop, noon); got != NotOnChannel {
		t.Errorf("a closed channel is told first, so that lifting dates does not open it: %q", got)
	}
	from, _ := e.nextPeriod(hour(3))
	if from == nil || !from.Equal(hour(10)) {
		t.Errorf("the next period opens at %v", from)
	}
	group := &Group{OnSaleUntil: &noon}
	if got := Sellable(nil, &SaleItem{}, nil, group, Shop, noon); got != GroupNotOpen {
		t.Errorf("a group whose window is over: %q", got)
	}
	if got := Sellable(nil, &SaleItem{}, nil, &Group{OffSale: true}, Shop, noon); got != GroupStopped || got.Liftable() {
		t.Errorf("a group that is off sale: %q", got)
	}
}

// TestMonthsThatAreTooShort take their last day, and the next that is long enough the day again.
func TestMonthsThatAreTooShort(t *testing.T) {
	is := is.New(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	is.NoErr(err)
	from := time.Date(2027, time.January, 31, 10, 0, 0, 0, berlin).UTC()
	days := func(unit SlotUnit, first time.Time, steps ...int) (all []string) {
		s := SlotSeries{Repeat: Repeat{Unit: unit, Step: 1}}
		for _, n := range steps {
			all = append(all, s.after(first, n, berlin).In(berlin).Format("2006-01-02 15:04"))
		}
		return all
	}
	is.Equal(days("months", from, 1, 2, 3, 13), []string{"2027-02-28 10:00", "2027-03-31 10:00", "2027-04-30 10:00", "2028-02-29 10:00"})
	leap := time.Date(2028, time.February, 29, 10, 0, 0, 0, berlin).UTC()
	is.Equal(days("years", leap, 1, 4), []string{"2029-02-28 10:00", "2032-02-29 10:00"})
}

// TestTheHourThatClocksShowTwice: what lies between its two passes stays as long as it is when the
// zone changes, and does not end before it begins.
func TestTheHourThatClocksShowTwice(t *testing.T) {
	is := is.New(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	is.NoErr(err)
	at := func(hour, minute int) time.Time {
		return time.Date(2027, time.October, 31, hour, minute, 0, 0, time.UTC)
	}
	for _, tc := range []struct{ start, end, movedStart, movedEnd time.Time }{
		{at(0, 30), at(1, 30), at(2, 30), at(3, 30)}, // 02:30 summer time to 02:30
		{at(0, 45), at(1, 15), at(2, 45), at(3, 15)}, // to 02:15
		{at(0, 30), at(2, 30), at(2, 30), at(3, 30)}, // to 03:30: the clocks say so
		{at(10, 0), at(12, 0), at(11, 0), at(13, 0)},
	} {
		start, end := shiftSpan(tc.start, tc.end, berlin, time.UTC)
		is.Equal([]time.Time{start, end}, []time.Time{tc.movedStart, tc.movedEnd})
		from, until := &tc.start, &tc.end
		ZoneMove{From: berlin, To: time.UTC}.ShiftWindow(&from, &until)
		is.Equal([]time.Time{*from, *until}, []time.Time{tc.movedStart, tc.movedEnd})
	}
}

// TestAddressesOnOneLine: whatever was typed into the fields of a venue.
func TestAddressesOnOneLine(t *testing.T) {
	is := is.New(t)
	v := Venue{Name: "Hall\r\nB", Address: "Main Street 1,\n 2nd floor\r", Postcode: "53111", City: "Bonn"}
	is.Equal(v.OneLine(), "Main Street 1, 2nd floor, 53111 Bonn")
	is.Equal(v.NameOnLine(), "Hall B")
	is.Equal((&Venue{}).OneLine(), "")
}
