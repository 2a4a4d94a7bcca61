package report

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report"
	"marquee/handlers/rest"
)

type salesIn struct {
	ShopID   *rest.ID   `query:"shopId" doc:"Only what the products of this shop brought."`
	Interval string     `query:"interval" enum:"minute,quarter,hour,day,week,month,year" blank:"true" doc:"Adds periods of this length; weeks begin on Monday, and quarters are of an hour."`
	From     *rest.Time `query:"from" date:"true" blank:"true" doc:"The beginning of the periods; a year ago if absent."`
	Until    *rest.Time `query:"until" date:"true" blank:"true" doc:"Their end; a day counts to its end. Until now if absent."`
	GroupBy  []string   `query:"groupBy" enum:"channel,user,tax_rate" doc:"One row for each sales channel, user or rate of tax in each period."`
	TaxRate  []string   `query:"taxRate" maxitems:"50" doc:"Only what is of these rates of tax, in percent."`
}

type takingsJSON struct {
	CurrencySymbol string                 `json:"currencySymbol"`
	CurrencyID     int64                  `json:"currencyId"`
	CurrencyCode   string                 `json:"currencyCode"`
	Today          moneyJSON              `json:"today"`
	ThisWeek       moneyJSON              `json:"thisWeek"`
	AllTime        moneyJSON              `json:"allTime"`
	Days           []dayJSON              `json:"days" doc:"The last thirty, the oldest first."`
	Periods        rest.Opt[[]periodJSON] `json:"periods" doc:"With interval."`
}

type dayJSON struct {
	Date  string    `json:"date"`
	Value moneyJSON `json:"value"`
}

type periodJSON struct {
	Date    string    `json:"date" doc:"The beginning of the period on the clocks of the company."`
	Channel *string   `json:"channel"`
	UserID  *int64    `json:"userId"`
	TaxRate *float64  `json:"taxRate" doc:"In percent."`
	Value   moneyJSON `json:"value"`
}

// moneyJSON are amounts in minor units; what was refunded is negative.
type moneyJSON struct {
	Card                 int64 `json:"card"`
	Cash                 int64 `json:"cash"`
	Bank                 int64 `json:"bank"`
	Complimentary        int64 `json:"complimentary" doc:"The value of what was given away; not in the total."`
	RefundOnline         int64 `json:"refundOnline"`
	RefundOffline        int64 `json:"refundOffline"`
	Offline              int64 `json:"offline"`
	Rebooking            int64 `json:"rebooking"`
	PaymentLink          int64 `json:"paymentLink"`
	ReserveToPayOnsite   int64 `json:"reserveToPayOnsite"`
	Invoice              int64 `json:"invoice"`
	GiftCard             int64 `json:"giftCard"`
	CashoutOnline        int64 `json:"cashoutOnline"`
	CashoutOffline       int64 `json:"cashoutOffline"`
	EwalletOnline        int64 `json:"ewalletOnline"`
	EwalletOffline       int64 `json:"ewalletOffline"`
	RefundEwalletOnline  int64 `json:"refundEwalletOnline"`
	RefundEwalletOffline int64 `json:"refundEwalletOffline"`
	Total                int64 `json:"total"`
	Tax                  int64 `json:"tax" doc:"The part of payments that is tax."`
	Fees                 int64 `json:"fees" doc:"The part of payments that is fees."`
	Count                int64 `json:"count" doc:"Movements of money; each counts at one rate of tax."`

	Taxes []rateMoneyJSON `json:"taxes" doc:"The total by the rate of the tax."`
}

type rateMoneyJSON struct {
	TaxRate float64 `json:"taxRate" doc:"In percent."`
	Total   int64   `json:"total"`
	Tax     int64   `json:"tax"`
	Fees    int64   `json:"fees"`
}

func salesReport(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: http.MethodGet, Path: "/sales-report", Summary: "Retrieve the sales report of the company", Tag: "Reports",
			Doc: "The money that came and went, by how it was paid, for each currency: today, this week (from Monday), of all time, " +
				"and on each of the last thirty days, on the clocks of the company. Amounts are integers in minor units.",
			Allow: app.ViewReports,
		}, func(ctx context.Context, c *app.Caller, in salesIn) ([]takingsJSON, list.Info, error) {
			ask, err := in.ask()
			if err != nil {
				return nil, list.Info{}, err
			}
			all, err := report.SalesReport(ctx, a, c, ask)
			return in.forms(all), list.Held(all, list.Request{}).Info, err
		}),
	}
}

func (in salesIn) ask() (ask report.AskTakings, err error) {
	ask = report.AskTakings{Interval: report.Interval(in.Interval), From: momentOf(in.From), Until: momentOf(in.Until)}
	if in.ShopID != nil {
		ask.ShopID = int64(*in.ShopID)
	}
	for _, by := range in.GroupBy {
		ask.ByChannel = ask.ByChannel || by == "channel"
		ask.ByUser = ask.ByUser || by == "user"
		ask.ByRate = ask.ByRate || by == "tax_rate"
	}
	ask.Rates, err = report.Rates("taxRate", in.TaxRate)
	return ask, err
}

func momentOf(t *rest.Time) *company.Moment {
	if t == nil {
		return nil
	}
	return &company.Moment{At: t.Time, Day: t.Day}
}

func (in salesIn) forms(all []report.Takings) []takingsJSON {
	out := make([]takingsJSON, len(all))
	for i := range all {
		t := &all[i]
		out[i] = takingsJSON{
			CurrencySymbol: t.Currency.Symbol, CurrencyID: t.Currency.ID, CurrencyCode: t.Currency.Code,
			Today: moneyForm(&t.Today), ThisWeek: moneyForm(&t.ThisWeek), AllTime: moneyForm(&t.AllTime), Days: []dayJSON{},
		}
		for j := range t.Days {
			out[i].Days = append(out[i].Days, dayJSON{t.Days[j].Name, moneyForm(&t.Days[j].Money)})
		}
		if in.Interval != "" {
			out[i].Periods = rest.Opt[[]periodJSON]{Set: true, Value: in.periods(t.Periods)}
		}
	}
	return out
}

func (in salesIn) periods(all []report.Period) []periodJSON {
	out := make([]periodJSON, len(all))
	by, _ := in.ask()
	for i := range all {
		p := &all[i]
		out[i] = periodJSON{Date: p.Name, Value: moneyForm(&p.Money)}
		if by.ByChannel {
			out[i].Channel = &p.Channel
		}
		if by.ByUser && p.UserID != 0 {
			out[i].UserID = &p.UserID
		}
		if by.ByRate {
			out[i].TaxRate = new(float64(p.Rate) / company.RateUnit)
		}
	}
	return out
}

func moneyForm(m *report.Money) moneyJSON {
	by := m.ByWay
	return moneyJSON{
		Card: by["card"], Cash: by["cash"], Bank: by["bank"], Complimentary: by["complimentary"], RefundOnline: by["refundOnline"],
		RefundOffline: by["refundOffline"], Offline: by["offline"], Rebooking: by["rebooking"], PaymentLink: by["paymentLink"],
		ReserveToPayOnsite: by["reserveToPayOnsite"], Invoice: by["invoice"], GiftCard: by["giftCard"], CashoutOnline: by["cashoutOnline"],
		CashoutOffline: by["cashoutOffline"], EwalletOnline: by["ewalletOnline"], EwalletOffline: by["ewalletOffline"],
		RefundEwalletOnline: by["refundEwalletOnline"], RefundEwalletOffline: by["refundEwalletOffline"],
		Total: m.Total, Tax: m.Tax, Fees: m.Fees, Count: m.Count, Taxes: ratesForm(m),
	}
}

// ratesForm is money by the rate of the tax, the lowest first.
func ratesForm(m *report.Money) []rateMoneyJSON {
	out := []rateMoneyJSON{}
	for _, rate := range slices.Sorted(maps.Keys(m.Rates)) {
		if r := m.Rates[rate]; r != (report.Rated{}) {
			out = append(out, rateMoneyJSON{float64(rate) / company.RateUnit, r.Total, r.Tax, r.Fees})
		}
	}
	return out
}
