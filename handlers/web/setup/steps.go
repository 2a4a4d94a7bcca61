package setup

import (
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
	"marquee/app/firstrun"
	"marquee/handlers/web/page"
)

// start is the page of a step, or leads to one that comes before it, or to the end.
func (v *visit) start(n int) (b *body, elsewhere string) {
	at := reached(&v.state)
	switch {
	case v.state.Done():
		return nil, "/setup/share"
	case n > at && n != 5 || n == 5 && at < 4:
		return nil, paths[at-1]
	}
	b = bodyOf(v.view, n, at)
	b.Company, b.Shown, b.Symbol = v.state.Company.Name, shownOf(v.view, &v.state), v.state.Company.Currency().Symbol
	return b, ""
}

// show answers with a step: with what is wrong with it, if anything is.
func (v *visit) show(t *page.Template, b *body, err error, names map[string]string) error {
	v.view.Body, v.view.Address = b, paths[b.N-1]
	if err == nil {
		v.site.Show(v.w, v.r, t, v.view)
		return nil
	}
	told := false
	if b.Problem, told = b.refused(err, names); !told {
		return err
	}
	v.site.ShowAgain(v.w, v.r, t, v.view)
	return nil
}

func (v *visit) eventBody() (*body, string) {
	b, elsewhere := v.start(2)
	if b == nil || v.state.Event == nil {
		return b, elsewhere
	}
	e := v.state.Event
	start := e.Start.In(e.Location())
	b.values = map[string]string{"title": e.Name, "day": start.Format(time.DateOnly), "time": start.Format("15:04")}
	if p := e.Place; p != nil {
		b.values["place"], b.values["street"], b.values["town"] = p.Name, p.Address, strings.TrimSpace(p.Postcode+" "+p.City)
	}
	return b, ""
}

func (s *Setup) showEvent(v *visit) error {
	b, elsewhere := v.eventBody()
	if b == nil {
		return v.goOn(elsewhere)
	}
	return v.show(s.event, b, nil, nil)
}

func (s *Setup) postEvent(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	b, elsewhere := v.eventBody()
	if b == nil {
		return v.goOn(elsewhere)
	}
	for _, name := range []string{"title", "day", "time", "place", "street", "town"} {
		b.values[name] = form.Get(name)
	}
	err = firstrun.SaveEvent(v.r.Context(), s.app, v.c, firstrun.NewEvent{
		Name: form.Get("title"), Day: form.Get("day"), Time: form.Get("time"), Place: form.Get("place"), Street: form.Get("street"), Town: form.Get("town"),
	})
	if err == nil {
		return v.goOn(paths[2])
	}
	return v.show(s.event, b, err, map[string]string{"name": "title", "startDate": "day", "endDate": "day"})
}

// row is a kind of ticket as it is typed.
type row struct {
	I                       int
	ID, Name, Price, Number string
	// N is I as people count.
	N int
	// What is wrong with each.
	BadName, BadPrice, BadNumber string
}

func (s *Setup) showTickets(v *visit) error {
	b, elsewhere := v.start(3)
	if b == nil {
		return v.goOn(elsewhere)
	}
	for i := range v.state.Tickets {
		t := &v.state.Tickets[i]
		one := row{ID: strconv.FormatInt(t.SaleItem.ID, 10), Name: t.Item.Name}
		if len(t.Prices) > 0 {
			one.Price = plain(v.state.Company.Currency(), t.Prices[0].Base)
		}
		if t.Stock.Total != nil {
			one.Number = strconv.FormatInt(*t.Stock.Total, 10)
		}
		b.Rows = append(b.Rows, one)
	}
	tax := company.TaxBand{}
	if len(b.Rows) > 0 {
		tax = v.state.Tax
	} else if guess := firstrun.CountryOf(v.state.Company.Timezone).Taxes; len(guess) > 0 {
		b.values["tax"] = guess[0]
	}
	if tax.Rate > 0 {
		b.values["tax"] = strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(float64(tax.Rate)/10_000, 'f', 4, 64), "0"), ".")
	}
	return v.showRows(b, nil)
}

// plain is an amount as it stands in a field.
func plain(cur company.Currency, minor int64) string {
	return strings.TrimPrefix(cur.Amount(minor), cur.Symbol)
}

// showRows shows the tickets, one row at least.
func (v *visit) showRows(b *body, err error) error {
	if len(b.Rows) == 0 {
		b.Rows = []row{{}}
	}
	rates := firstrun.CountryOf(v.state.Company.Timezone).Taxes
	b.Choices["tax"] = []choice{{Value: "", Text: v.view.T("setup.no_tax"), Chosen: b.values["tax"] == ""}}
	known := b.values["tax"] == ""
	for _, rate := range rates {
		b.Choices["tax"] = append(b.Choices["tax"], v.taxChoice(rate, b.values["tax"]))
		known = known || rate == b.values["tax"]
	}
	if !known {
		b.Choices["tax"] = append(b.Choices["tax"], v.taxChoice(b.values["tax"], b.values["tax"]))
	}
	if err != nil {
		told := false
		if b.Problem, told = b.refused(err, nil); !told {
			return err
		}
	}
	for i := range b.Rows {
		at := "tickets." + strconv.Itoa(i) + "."
		b.Rows[i].I, b.Rows[i].N = i, i+1
		b.Rows[i].BadName, b.Rows[i].BadPrice, b.Rows[i].BadNumber = b.wrong[at+"name"], b.wrong[at+"price"], b.wrong[at+"number"]
	}
	v.view.Body, v.view.Address = b, paths[2]
	if err != nil {
		v.site.ShowAgain(v.w, v.r, v.tickets, v.view)
		return nil
	}
	v.site.Show(v.w, v.r, v.tickets, v.view)
	return nil
}

func (v *visit) taxChoice(rate, chosen string) choice {
	text := rate
	if v.view.Lang != "en" {
		text = strings.Replace(rate, ".", ",", 1)
	}
	return choice{Value: rate, Text: v.view.T("setup.tax", "rate", text), Chosen: rate == chosen}
}

func (s *Setup) postTickets(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	b, elsewhere := v.start(3)
	if b == nil {
		return v.goOn(elsewhere)
	}
	for i := range firstrun.MaxTickets {
		n := strconv.Itoa(i)
		if form.Has("name." + n) {
			b.Rows = append(b.Rows, row{ID: form.Get("id." + n), Name: form.Get("name." + n), Price: form.Get("price." + n), Number: form.Get("number." + n)})
		}
	}
	b.values["tax"] = form.Get("tax")
	do, at, _ := strings.Cut(form.Get("do"), ".")
	switch i, _ := strconv.Atoi(at); {
	case do == "more" && len(b.Rows) < firstrun.MaxTickets:
		b.Rows = append(b.Rows, row{})
		return v.showRows(b, nil)
	case do == "remove" && i >= 0 && i < len(b.Rows):
		b.Rows = append(b.Rows[:i:i], b.Rows[i+1:]...)
		return v.showRows(b, nil)
	}
	in := firstrun.Tickets{Tax: form.Get("tax")}
	for _, t := range b.Rows {
		id, _ := strconv.ParseInt(t.ID, 10, 64)
		in.All = append(in.All, firstrun.NewTicket{ID: id, Name: t.Name, Price: t.Price, Number: t.Number})
	}
	if err := firstrun.SaveTickets(v.r.Context(), s.app, v.c, in); err != nil {
		return v.showRows(b, err)
	}
	return v.goOn(paths[3])
}

func (v *visit) payBody() (*body, string) {
	b, elsewhere := v.start(4)
	if b == nil {
		return b, elsewhere
	}
	b.values["holder"], b.values["iban"] = v.state.Company.Invoicing.Bank.Holder, v.state.Company.Invoicing.Bank.IBAN
	switch b.Way = string(firstrun.ByDemo); {
	case v.state.Transfers:
		b.Way = string(firstrun.ByTransfer)
	case v.state.Card != "" && !v.state.Company.Demo:
		b.Way = string(firstrun.ByCard)
	}
	if b.values["holder"] == "" {
		b.values["holder"] = v.state.Company.Name
	}
	return b, ""
}

func (s *Setup) showPay(v *visit) error {
	b, elsewhere := v.payBody()
	if b == nil {
		return v.goOn(elsewhere)
	}
	return v.show(s.pay, b, nil, nil)
}

func (s *Setup) postPay(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	b, elsewhere := v.payBody()
	if b == nil {
		return v.goOn(elsewhere)
	}
	b.Way, b.values["holder"], b.values["iban"] = form.Get("way"), form.Get("holder"), form.Get("iban")
	err = firstrun.SavePay(v.r.Context(), s.app, v.c, firstrun.Pay{
		Way: firstrun.Way(b.Way), Holder: b.values["holder"], IBAN: b.values["iban"],
		Secret: strings.TrimSpace(form.Get("secret")), Publishable: strings.TrimSpace(form.Get("publishable")),
	})
	if err == nil {
		return v.goOn(paths[4])
	}
	return v.show(s.pay, b, err, nil)
}
