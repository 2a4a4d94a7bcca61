package money

import (
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/app/resale"
	"marquee/app/wallet"
	"marquee/handlers/web/office/screen"
)

// sellersOp lets sellers have what they earned.
const sellersOp = "POST resale/settlements"

const (
	// listingPage is how many listings a page has.
	listingPage = 25
	// waitingLooked is how many movements that wait are looked at for what sellers earned.
	waitingLooked = 1_000
)

// resaleBody is what became of tickets that were sold on.
type resaleBody struct {
	Tabs    []screen.Tab
	Figures []screen.Figure
	// Rules is where the rules for all events are, empty for who may not set them.
	Rules string
	// Due is what can be settled, the newest first; More says that there is more of it, and Do what
	// the button does with what stands here.
	Due            []dueRow
	More, Do       string
	Rows           []listingRow
	Earlier, Later string
}

// dueRow is what a seller earned and does not have yet.
type dueRow struct{ ID, What, Who, Sold, Amount string }

// listingRow is what somebody offers, or offered.
type listingRow struct {
	What, Who, Sold, Earned string
	Chips                   []screen.Chip
}

func resaleScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/resale", Post: "POST /office/{alias}/money/resale", Needs: app.ViewResale,
		Template: o.Template(templates, "resale.html"), Show: showResale,
		Forms: map[string]screen.Then{sellersOp: {Tell: tellSettled}},
	}
}

func showResale(v *screen.Visit) error {
	v.View.Title = v.View.T("office.money_resale")
	body := &resaleBody{Tabs: tabs(v)}
	if v.Holds(app.EditCompany) {
		body.Rules = v.Path("/money/resale/rules")
	}
	v.Body.It = body
	if err := body.addDue(v); err != nil {
		return err
	}
	if v.Holds(app.ViewReports) {
		stands, err := ledger.OnAccount(v.R.Context(), v.App, v.Caller, ledger.Resale)
		if err != nil {
			return err
		}
		body.Figures = append(body.Figures, screen.Figure{Label: v.View.T("office.resale_stands"), Values: v.Amounts(stands), Beside: v.View.T("office.resale_stands_text")})
	}
	v.Body.Add(sellersOp).Fill(map[string]any{"resaleContractIds": []string{}, "autoPayout": ""})
	return body.addListings(v)
}

// addDue adds what can be settled, for who sees accounts.
func (b *resaleBody) addDue(v *screen.Visit) error {
	if !v.Holds(app.ViewWallets) {
		return nil
	}
	waits, looked, cursor := true, 0, ""
	sums, shown := map[int64]int64{}, map[int64]int64{}
	for looked < waitingLooked {
		page, of, err := wallet.ListMovements(v.R.Context(), v.App, v.Caller, wallet.MovementFilter{Waits: &waits, Request: list.Request{Cursor: cursor, Limit: wallet.MaxPage}})
		if err != nil {
			return err
		}
		for i := range page.Rows {
			m := &page.Rows[i]
			if m.Type != wallet.ResaleProceeds || m.Source.Type != wallet.ContractSource {
				continue
			}
			w := of[m.WalletID]
			if sums[w.CurrencyID] += m.Amount; len(b.Due) == resale.MaxSettled {
				b.More = v.View.T("office.resale_more")
				continue
			}
			row, err := dueRowOf(v, m, &w)
			if err != nil {
				return err
			}
			shown[w.CurrencyID] += m.Amount
			b.Due = append(b.Due, row)
		}
		looked += len(page.Rows)
		if cursor = page.Info.Cursor; !page.Info.HasMore || len(page.Rows) == 0 {
			break
		}
	}
	b.Figures = append(b.Figures, screen.Figure{Label: v.View.T("office.resale_due"), Values: v.Amounts(sums), Beside: v.View.T("office.resale_due_text")})
	if len(b.Due) > 0 {
		b.Do = v.View.T("office.resale_settle_all", "n", len(b.Due), "amount", joined(v.Amounts(shown)))
	}
	return nil
}

func dueRowOf(v *screen.Visit, m *wallet.Movement, w *wallet.Wallet) (dueRow, error) {
	c, err := resale.ReadContract(v.R.Context(), v.App, v.Caller, resale.Which{ContractID: m.Source.ID})
	if err != nil {
		return dueRow{}, err
	}
	names, err := office.CustomerNames(v.R.Context(), v.App, v.Caller, []int64{w.CustomerID})
	cur, _ := company.CurrencyByID(w.CurrencyID)
	row := dueRow{ID: screen.Number(c.ID), Who: names[w.CustomerID], Amount: v.View.Amount(cur, m.Amount)}
	if c.Item != nil {
		row.What = c.Item.SaleName
	}
	if c.SoldAt != nil {
		row.Sold = moment(v, *c.SoldAt)
	}
	return row, err
}

// addListings adds a page of what is and was offered, the newest first.
func (b *resaleBody) addListings(v *screen.Visit) error {
	count, err := resale.ListListings(v.R.Context(), v.App, v.Caller, resale.Filter{All: true, Limit: 1})
	if err != nil {
		return err
	}
	page, _ := parseNumber(v.R.URL.Query().Get("page"))
	page = max(0, min(page, count.Info.Total/listingPage))
	until := count.Info.Total - page*listingPage
	from := max(0, until-listingPage)
	if until <= 0 {
		return nil
	}
	all, err := resale.ListListings(v.R.Context(), v.App, v.Caller, resale.Filter{All: true, Offset: from, Limit: until - from})
	if err != nil {
		return err
	}
	if page > 0 {
		b.Earlier = v.Path("/money/resale?page=%d", page-1)
	}
	if from > 0 {
		b.Later = v.Path("/money/resale?page=%d", page+1)
	}
	slices.Reverse(all.Rows)
	var sellers, credits []int64
	for i := range all.Rows {
		sellers = append(sellers, all.Rows[i].SellerID)
		for k := range all.Rows[i].Contracts {
			credits = append(credits, all.Rows[i].Contracts[k].MovementID)
		}
	}
	names, err := office.CustomerNames(v.R.Context(), v.App, v.Caller, sellers)
	if err != nil {
		return err
	}
	paid := map[int64]wallet.View{}
	if v.Holds(app.ViewWallets) {
		if paid, err = wallet.ReadMovements(v.R.Context(), v.App, v.Caller, credits); err != nil {
			return err
		}
	}
	for i := range all.Rows {
		b.Rows = append(b.Rows, listingRowOf(v, &all.Rows[i], names, paid))
	}
	return nil
}

func listingRowOf(v *screen.Visit, l *resale.View, names map[int64]string, paid map[int64]wallet.View) listingRow {
	cur, _ := company.CurrencyByID(l.CurrencyID)
	row := listingRow{Who: names[l.SellerID]}
	if l.Event != nil {
		row.What = l.Event.NameIn(v.Caller.Language)
	}
	sold, earned, stands := 0, int64(0), map[string]int{}
	for k := range l.Contracts {
		c := &l.Contracts[k]
		if stands[standOf(c, paid)]++; c.State == resale.Sold {
			sold, earned = sold+1, earned+c.Proceeds()
		}
	}
	row.Sold = v.View.T("office.resale_sold_of", "n", len(l.Contracts), "sold", v.View.Number(int64(sold)))
	if sold > 0 {
		row.Earned = v.View.Amount(cur, earned)
	}
	for _, s := range resaleStands {
		if n := stands[s.word]; n > 0 {
			row.Chips = append(row.Chips, screen.Chip{Text: v.View.T("office.resale_is_"+s.word, "n", n), Tone: s.tone})
		}
	}
	return row
}

// resaleStands are how what was offered can stand, in the order in which it is told.
var resaleStands = []struct{ word, tone string }{{"offered", "info"}, {"due", "warn"}, {"returning", "warn"}, {"returned", "ok"}, {"credited", "ok"}, {"sold", "ok"}, {"withdrawn", ""}}

// standOf is how a contract stands. Who sees no accounts is told that it was sold.
func standOf(c *resale.ContractView, paid map[int64]wallet.View) string {
	m, known := paid[c.MovementID]
	switch {
	case c.Offered():
		return "offered"
	case c.State == resale.Withdrawn:
		return "withdrawn"
	case c.Owed():
		return "returning"
	case c.Returned > 0:
		return "returned"
	case known && m.Movement.Waits():
		return "due"
	case known:
		return "credited"
	}
	return "sold"
}

// tellSettled says what was settled, and why something was not.
func tellSettled(v *screen.Visit, out any) string {
	var answer struct {
		Data struct {
			Attributes struct {
				Summary struct{ TotalSucceeded, TotalFailed int64 }
				Results []struct{ Error *string }
			}
		}
	}
	if screen.Read(out, &answer) != nil {
		return v.View.T("office.saved")
	}
	said := &answer.Data.Attributes
	text := v.View.T("office.resale_settled", "n", said.Summary.TotalSucceeded)
	for _, r := range said.Results {
		if r.Error != nil {
			return text + " " + v.View.T("office.resale_not_settled", "n", said.Summary.TotalFailed, "why", *r.Error)
		}
	}
	return text
}

// joined are amounts of several currencies in one line.
func joined(all []string) (text string) {
	for i, one := range all {
		if i > 0 {
			text += " + "
		}
		text += one
	}
	return text
}
