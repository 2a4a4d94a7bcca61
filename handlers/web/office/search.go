package office

import (
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/lookup"
	"marquee/app/search"
)

// listQuery of an address asks for what was found even where one thing was named whole.
const listQuery = "list"

// searchBody is what was found.
type searchBody struct {
	Query, At string
	Groups    []foundGroup
	// Told says how much it is, Nothing that it is nothing.
	Told, Nothing string
}

// foundGroup is what was found of a kind.
type foundGroup struct {
	ID, Title string
	Rows      []foundRow
}

// foundRow is one thing that was found. What was asked for stands out in its name.
type foundRow struct {
	To, Icon, Initials string
	Code               string
	Name               []marked
	About, Amount      string
}

// marked is a part of a name.
type marked struct {
	Text string
	Hit  bool
}

func (o *Office) search() *screen {
	return &screen{
		get: "GET /office/{alias}/search", needs: lookup.Requirement, template: o.template("search.html"), show: showSearch,
	}
}

// showSearch shows what a text names. A whole reference or the code of a ticket leads to its order.
func showSearch(v *visit) error {
	q := v.r.URL.Query()
	f := &finding{v: v, text: strings.TrimSpace(q.Get("q"))}
	f.asked = search.Query(f.text)
	v.view.Title = v.view.T("office.search")
	body := &searchBody{Query: f.text, At: v.path("/search")}
	v.body.It = body
	if f.text == "" {
		return nil
	}
	if len(f.text) > maxSearch {
		return app.Field("q", "must not be longer than %d characters", lookup.MaxQuery)
	}
	v.view.Title = v.view.T("office.quoted", "text", f.text) + ", " + v.view.Title
	found, err := lookup.Read(v.r.Context(), v.app, v.caller, f.text)
	if err != nil {
		return err
	}
	if found.Opens != nil && !q.Has(listQuery) && v.holds(app.ViewOrders) {
		v.leads = f.opens(&found)
		return nil
	}
	body.Groups = f.groups(&found)
	n := 0
	for _, g := range body.Groups {
		n += len(g.Rows)
	}
	body.Told = v.view.T("office.found", "n", int64(n))
	if n == 0 {
		body.Nothing = v.view.T("office.not_found", "query", f.text)
	}
	return nil
}

// maxSearch is how long a search is that is looked at, in bytes.
const maxSearch = 4 * lookup.MaxQuery

// finding puts together what was found.
type finding struct {
	v     *visit
	text  string
	asked search.Asked
}

func (f *finding) groups(found *lookup.Found) (all []foundGroup) {
	for _, g := range []foundGroup{
		{ID: "opens", Title: f.v.view.T("office.found_opens"), Rows: f.named(found)},
		{ID: "customers", Title: f.v.view.T("office.customers"), Rows: f.customers(found.Customers)},
		{ID: "orders", Title: f.v.view.T("office.orders"), Rows: f.orders(found.Orders)},
		{ID: "events", Title: f.v.view.T("office.events"), Rows: f.events(found.Events)},
		{ID: "pages", Title: f.v.view.T("office.found_pages"), Rows: f.pages()},
		{ID: "do", Title: f.v.view.T("office.found_do"), Rows: f.actions()},
	} {
		if len(g.Rows) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// opens is the address of the order that was named whole.
func (f *finding) opens(found *lookup.Found) string {
	return f.v.path("/orders/%s", found.Opens.Reference)
}

func (f *finding) named(found *lookup.Found) []foundRow {
	if found.Opens == nil || !f.v.holds(app.ViewOrders) {
		return nil
	}
	about := f.v.view.T("office.found_order")
	if found.Opens.OrderItemID != 0 {
		about = f.v.view.T("office.found_ticket")
	}
	return []foundRow{{To: f.opens(found), Icon: "ticket", Code: groupedCode(found.Opens.Reference), About: about}}
}

func (f *finding) customers(all []lookup.Customer) (rows []foundRow) {
	for i := range all {
		c := &all[i]
		row := foundRow{To: f.v.path("/customers/%d", c.ID), Initials: initials(&c.Customer), Name: f.mark(c.Name), About: c.Email}
		if c.Orders != nil {
			row.Amount = f.v.view.T("office.n_orders", "n", *c.Orders)
		}
		rows = append(rows, row)
	}
	return rows
}

func (f *finding) orders(all []lookup.Order) (rows []foundRow) {
	if !f.v.holds(app.ViewOrders) {
		return nil
	}
	for i := range all {
		o := &all[i]
		row := foundRow{To: f.v.path("/orders/%s", o.Reference), Icon: "ticket", Code: groupedCode(o.Reference), Name: f.mark(o.Name)}
		row.About = f.v.view.Lang.DayMonth(o.Date().In(f.v.zone))
		if o.Event != "" {
			row.About = o.Event + ", " + row.About
		}
		if cur, ok := company.CurrencyByID(o.CurrencyID); ok {
			row.Amount = f.v.view.Amount(cur, o.Totals.Total)
		}
		rows = append(rows, row)
	}
	return rows
}

func (f *finding) events(all []catalog.Event) (rows []foundRow) {
	if !f.v.holds(app.ViewEvents) {
		return nil
	}
	for i := range all {
		e := &all[i]
		zone := e.Location()
		rows = append(rows, foundRow{
			To: f.v.path("/events/%d", e.ID), Icon: "calendar", Name: f.mark(e.Name), About: f.v.view.Lang.Days(e.Start.In(zone), e.End.In(zone)),
		})
	}
	return rows
}

// pages are those of the navigation whose title was asked for.
func (f *finding) pages() (rows []foundRow) {
	for _, p := range navigation(f.v) {
		if f.asked.Matches(p.Text) {
			rows = append(rows, foundRow{To: p.To, Icon: p.Icon, Name: f.mark(p.Text)})
		}
	}
	return rows
}

// actions are what can be done whose words were asked for.
func (f *finding) actions() (rows []foundRow) {
	for _, a := range []struct {
		word, below string
		needs       app.Requirement
	}{{"office.new_event", "/events/new", app.CreateEvents}} {
		if text := f.v.view.T(a.word); f.v.holds(a.needs) && f.asked.Matches(text) {
			rows = append(rows, foundRow{To: f.v.path("%s", a.below), Icon: "plus", Name: f.mark(text)})
		}
	}
	return rows
}

// mark takes a name apart, so that what was asked for stands out, whatever its accents.
func (f *finding) mark(name string) []marked {
	letters := []rune(name)
	hit := make([]bool, len(letters))
	for _, word := range f.asked {
		for from := range letters {
			folded := ""
			for to := from; to < len(letters) && len(folded) < len(word); to++ {
				if folded += search.Fold(string(letters[to])); folded == string(word) {
					for i := from; i <= to; i++ {
						hit[i] = true
					}
				}
			}
		}
	}
	var all []marked
	for i, r := range letters {
		if len(all) == 0 || all[len(all)-1].Hit != hit[i] {
			all = append(all, marked{Hit: hit[i]})
		}
		all[len(all)-1].Text += string(r)
	}
	return all
}

// initials stand for somebody without a picture.
func initials(c *customer.Customer) (text string) {
	for _, part := range []string{c.FirstName(), c.Surname()} {
		for _, r := range strings.ToUpper(part) {
			text += string(r)
			break
		}
	}
	return text
}
