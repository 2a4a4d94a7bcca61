package report

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/report/chart"
)

// PictureOfRun is the picture that goes with the report of a run, and the name of its file:
// where the report is about one event, and there is a picture of what it is about. Nil is
// none.
func PictureOfRun(ctx context.Context, a *app.App, companyID, id int64, language string) (*chart.Chart, string, error) {
	d, s, err := deliveryByID(ctx, a, companyID, id)
	if err != nil || s.Schedule == nil || d.Revision != s.Revision {
		return nil, "", err
	}
	in, err := s.pictured(d.Due)
	if err != nil || in == nil {
		return nil, "", err
	}
	in.Language = language
	c, err := callerFor(ctx, a, companyID, &s)
	if err != nil {
		return nil, "", err
	}
	drawn, err := Draw(ctx, a, c, *in)
	if refused, ok := errors.AsType[*app.Error](err); ok && !app.StoreRefused(refused) {
		return nil, "", nil // the report goes without it
	}
	return drawn, fmt.Sprintf("%s-%d-%s.svg", in.Picture, s.Number(), d.Due.In(s.Schedule.location()).Format(time.DateOnly)), err
}

// drawnBeside is the picture of reports about one event.
var drawnBeside = map[int64]Picture{
	EventSales: DailySales, ItemTypeSales: DailySales, SaleItemSales: DailySales,
	Attendance: ZonesByTime, AttendanceByEvent: ZonesByTime, AttendanceByItem: ZonesByTime, ZoneSummary: ZonesByTime,
	CustomerJourney: GatesInOrOut, TicketScanning: GatesInOrOut, FailedScans: GatesInOrOut,
}

// pictured is the picture of a saved report for one of its moments. Nil where it has none:
// one of several events, or of a part of what an event sold, would be shown as another.
func (s *Saved) pictured(due time.Time) (*AskPicture, error) {
	var f Filter
	for key, said := range s.Filter {
		if name := canonical(key); name != "event_ids" && name != "currency_id" {
			return nil, nil
		}
		if err := f.Put(key, said); err != nil {
			return nil, err
		}
	}
	in := &AskPicture{Picture: drawnBeside[s.Preset], Until: &company.Moment{At: due}}
	if len(f.EventIDs) != 1 || in.Picture == "" {
		return nil, nil
	}
	if in.EventID = f.EventIDs[0]; f.CurrencyID != nil {
		in.CurrencyID = *f.CurrencyID
	}
	if from, until, ok := s.Span.bounds(due, s.Schedule.location()); ok {
		in.From, in.Until = &company.Moment{At: from}, &company.Moment{At: until}
	}
	if s.Span == LastDay && in.Picture == DailySales {
		in.Picture = HourlySales
	}
	return in, nil
}
