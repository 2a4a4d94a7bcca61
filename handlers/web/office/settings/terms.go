package settings

import (
	"strconv"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/money"
	"marquee/app/terms"
	"marquee/handlers/web/office/screen"
)

// setTerms is what the page is about.
const setTerms = "POST payment-terms"

func termScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/terms", Post: "POST /office/{alias}/settings/terms", Needs: app.EditCompany,
		Template: o.Template(templates, "shared.html", "rate.html", "terms.html"), Show: showTerms,
		Forms: map[string]screen.Then{setTerms: {Say: "office.saved", Whole: []string{"deposit", "invoice"}}},
	}}
}

// termsBody is how buyers may pay later.
type termsBody struct {
	Aside []heading
	// Deposit and Invoice are the fields of totals from which on they are offered, which go along as
	// they are.
	Deposit, Invoice []string
}

// showTerms shows deposits, invoices, and how long a payment link is good.
func showTerms(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_terms")
	t, err := terms.Read(v.R.Context(), v.App, v.Caller, 0)
	if err != nil {
		return err
	}
	b := &termsBody{Aside: aside(v, "terms")}
	v.Body.It = b
	f := v.Body.Add(setTerms).Fill(map[string]any{
		"deposit.salesChannels": []string{""}, "deposit.percent": "", "deposit.daysBefore": "",
		"invoice.salesChannels": []string{""}, "invoice.days": "", "invoice.instantAccess": false,
		"paymentLinkHours": int64(t.LinkLife().Hours()),
	})
	for _, path := range []string{"deposit.salesChannels", "invoice.salesChannels"} {
		for _, name := range []string{catalog.ChannelOnline, catalog.ChannelBoxOffice} {
			f.Lists[path] = append(f.Lists[path], screen.Option{Value: name, Text: v.View.T("office.o.salesChannels." + name)})
		}
	}
	if d := t.Deposit; d != nil {
		f.Put("deposit.salesChannels", offeredOn(d.On))
		f.Put("deposit.percent", strconv.FormatFloat(float64(d.Percent)/money.PercentUnit, 'f', -1, 64))
		f.Put("deposit.daysBefore", d.Days)
		b.Deposit = leasts(f, "deposit", d.Least)
	}
	if i := t.Invoice; i != nil {
		f.Put("invoice.salesChannels", offeredOn(i.On))
		f.Put("invoice.days", i.Days)
		f.Put("invoice.instantAccess", i.Instant)
		b.Invoice = leasts(f, "invoice", i.Least)
	}
	return nil
}

// offeredOn are the channels on which something is offered.
func offeredOn(on terms.Channels) []string {
	all := []string{""}
	if on.Online {
		all = append(all, catalog.ChannelOnline)
	}
	if on.Office {
		all = append(all, catalog.ChannelBoxOffice)
	}
	return all
}

// leasts puts in the totals from which on something is offered, and names their fields.
func leasts(f *screen.Form, above string, all []terms.Least) (paths []string) {
	for _, l := range all {
		if cur, ok := company.CurrencyByID(l.CurrencyID); ok {
			path := above + ".minimums." + cur.Code
			f.Put(path, l.Total)
			paths = append(paths, path)
		}
	}
	return paths
}
