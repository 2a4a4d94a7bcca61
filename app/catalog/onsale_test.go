package catalog

import (
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) *time.Time { t := noon.Add(d); return &t }

func openEvent() *Event {
	return &Event{ID: 1, Published: true, Start: noon.Add(time.Hour), End: noon.Add(5 * time.Hour)}
}

func TestSellable(t *testing.T) {
	cases := []struct {
		name string
		set  func(e *Event, s *SaleItem, slot *Timeslot)
		ch   Channel
		want Reason
	}{
		{"an open item of a published event is on sale", func(*Event, *SaleItem, *Timeslot) {}, Shop, OnSale},
		{"a draft is not", func(e *Event, _ *SaleItem, _ *Timeslot) { e.Published = false }, Shop, IsDraft},
		{"a hidden event is", func(e *Event, _ *SaleItem, _ *Timeslot) { e.Hidden = true }, Shop, OnSale},
		{"a stopped event is not", func(e *Event, _ *SaleItem, _ *Timeslot) { e.OffSale = true }, Shop, IsStopped},
		{"cancelled comes before stopped", func(e *Event, _ *SaleItem, _ *Timeslot) {
			e.OffSale, e.CancelledAt = true, at(0)
		}, Shop, IsCancelled},
		{"the event's end is too late", func(e *Event, _ *SaleItem, _ *Timeslot) { e.End = noon }, Shop, IsOver},
		{"a microsecond before the end is in time", func(e *Event, _ *SaleItem, _ *Timeslot) {
			e.End = noon.Add(time.Microsecond)
		}, Shop, OnSale},
		{"a deleted event sells nothing", func(e *Event, _ *SaleItem, _ *Timeslot) { e.DeletedAt = at(0) }, Shop, IsDeleted},
		{"a deleted item is not sold", func(_ *Event, s *SaleItem, _ *Timeslot) { s.DeletedAt = at(0) }, Shop, IsDeleted},
		{"the window opens at its first moment", func(_ *Event, s *SaleItem, _ *Timeslot) { s.OnSaleFrom = at(0) }, Shop, OnSale},
		{"not before", func(_ *Event, s *SaleItem, _ *Timeslot) { s.OnSaleFrom = at(time.Microsecond) }, Shop, NotYetOpen},
		{"the window is closed at its last moment", func(_ *Event, s *SaleItem, _ *Timeslot) { s.OnSaleUntil = at(0) }, Shop, NoLongerOpen},
		{"the shop keeps its own list", func(_ *Event, s *SaleItem, _ *Timeslot) { s.HideFromShop = true }, Shop, NotOnChannel},
		{"hidden from the shop only", func(_ *Event, s *SaleItem, _ *Timeslot) { s.HideFromShop = true }, BoxOffice, OnSale},
		{"the API follows the box office", func(_ *Event, s *SaleItem, _ *Timeslot) { s.HideFromBoxOffice = true }, APIChannel, NotOnChannel},
		{"the kiosk keeps its own list", func(_ *Event, s *SaleItem, _ *Timeslot) { s.HideFromKiosk = true }, Kiosk, NotOnChannel},
		{"a slot that is over", func(_ *Event, _ *SaleItem, t *Timeslot) { t.End = noon }, Shop, SlotIsOver},
		{"a slot not yet on sale", func(_ *Event, _ *SaleItem, t *Timeslot) { t.OnSaleFrom = at(time.Hour) }, Shop, SlotNotOpen},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			ev, it := openEvent(), &SaleItem{ID: 1, EventID: 1}
			slot := &Timeslot{Start: noon, End: noon.Add(time.Hour)}
			tc.set(ev, it, slot)
			is.Equal(Sellable(ev, it, slot, nil, tc.ch, noon), tc.want)
		})
	}
}

func TestNothingButWindowsIsLifted(t *testing.T) {
	is := is.New(t)
	for _, r := range []Reason{NotYetOpen, NoLongerOpen, SlotNotOpen} {
		is.True(r.Liftable())
	}
	for _, r := range []Reason{IsDeleted, IsCancelled, IsDraft, IsOver, IsStopped, SlotIsOver, NotOnChannel, ParentNotSold} {
		is.True(!r.Liftable())
	}
}

// A moment belongs to exactly one of two windows that meet.
func TestMeetingWindowsShareNoMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		meet := noon.Add(time.Duration(rapid.Int64Range(-5, 5).Draw(t, "meet")))
		now := noon.Add(time.Duration(rapid.Int64Range(-6, 6).Draw(t, "now")))
		if Open(nil, &meet, now) == Open(&meet, nil, now) {
			t.Fatalf("%v lies in both windows or in neither", now)
		}
	})
}

func TestPriceFor(t *testing.T) {
	item := SaleItem{Prices: []Price{
		{CurrencyID: 978, Base: 1000},
		{CurrencyID: 978, Channel: Shop, Base: 900},
		{CurrencyID: 840, Channel: Kiosk, Base: 1100},
	}}
	cases := []struct {
		name     string
		currency int64
		ch       Channel
		want     int64
		found    bool
	}{
		{"the channel's own row", 978, Shop, 900, true},
		{"else the row for any channel", 978, BoxOffice, 1000, true},
		{"else nothing", 840, Shop, 0, false},
		{"an unknown currency", 826, Shop, 0, false},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			is := is.New(t)
			p, found := item.PriceFor(tc.currency, tc.ch)
			is.Equal(found, tc.found)
			is.Equal(p.Base, tc.want)
		})
	}
}

func TestTotalLeavesAbsorbedFeesOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, maxAmount)
		p := Price{
			Base: amount.Draw(t, "base"), ProcessingFee: amount.Draw(t, "fee"), ResellerFee: amount.Draw(t, "reseller"),
			HideProcessingFee: rapid.Bool().Draw(t, "hide"), HideResellerFee: rapid.Bool().Draw(t, "hide reseller"),
		}
		want := p.Base
		if !p.HideProcessingFee {
			want += p.ProcessingFee
		}
		if !p.HideResellerFee {
			want += p.ResellerFee
		}
		if p.Total() != want {
			t.Fatalf("total of %+v is %d", p, p.Total())
		}
	})
}
