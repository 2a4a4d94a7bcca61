package reports

import (
	"strings"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/handlers/web/office/screen"
)

// group are questions about one thing.
type group struct {
	Name string
	All  []question
}

// question is what a report answers.
type question struct{ Text, To string }

// savedRow is a report that was saved.
type savedRow struct{ Name, To, When string }

// questionsBody are all questions.
type questionsBody struct {
	Groups []group
	Saved  []savedRow
}

// asked are all reports by what they answer. Each has its question in the words.
var asked = []struct {
	word string
	ids  []int64
}{
	{"office.ask_sold", []int64{
		report.SaleItemSales, report.EventSales, report.TicketSales, report.ProductSales, report.SeasonTicketSales, report.ItemTypeSales, report.TimeslotSales,
		report.SeatingSales, report.ChannelSales, report.PaymentMethodSales, report.PriceSales, report.ShopSales, report.EventsOverview,
	}},
	{"office.ask_came", []int64{
		report.AttendanceByItem, report.AttendanceByEvent, report.Attendance, report.GuestListSales, report.SeatAllocation, report.ZoneSummary, report.CustomerJourney,
		report.TicketScanning, report.FailedScans, report.NewestCustomers,
	}},
	{"office.ask_orders", []int64{
		report.AllOrders, report.CompletedOrders, report.AbandonedBaskets, report.DiscountUsage, report.AccessCodeUsage, report.Transfers, report.BarcodeHistory,
	}},
	{"office.ask_owe", []int64{report.Reservations, report.VoucherRedemption, report.WalletBalances, report.ResaleListings, report.ResaleContracts}},
	{"office.ask_money", []int64{report.Transactions, report.WalletTransactions, report.TopUps, report.TrialBalance, report.LedgerEntries}},
}

func questionsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/reports", Needs: app.ViewReports, Template: o.Template(templates, "questions.html"), Show: showQuestions,
	}
}

// showQuestions shows what can be asked.
func showQuestions(v *screen.Visit) error {
	v.View.Title = v.View.T("office.reports")
	body := &questionsBody{}
	for _, g := range asked {
		one := group{Name: v.View.T(g.word)}
		for _, id := range g.ids {
			if p, err := report.PresetByID(id); err == nil && v.Holds(p.Needs()) {
				one.All = append(one.All, question{v.View.T("office.ask_" + screen.Number(id)), v.Path("/reports/%d", id)})
			}
		}
		if len(one.All) > 0 {
			body.Groups = append(body.Groups, one)
		}
	}
	v.Body.It = body
	page, err := report.ListSaved(v.R.Context(), v.App, v.Caller, list.Request{Limit: report.MaxPage})
	if app.KindOf(err) == app.Forbidden { // who sees a part of the events keeps none
		return nil
	}
	for i := range page.Rows {
		s := &page.Rows[i]
		body.Saved = append(body.Saved, savedRow{s.Name, v.Path("/reports/%d", s.Number()), whenOf(v, s)})
	}
	return err
}

// whenOf is when a saved report is made, and who gets it.
func whenOf(v *screen.Visit, s *report.Saved) string {
	of := s.Schedule
	if of == nil {
		return v.View.T("office.report_by_hand")
	}
	text := v.View.T("office.report_"+string(of.Every), "clock", of.At())
	if len(of.To) > 0 {
		text += ", " + strings.Join(of.To, ", ")
	}
	return text
}
