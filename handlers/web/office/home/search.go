package home

import (
	"marquee/handlers/web/office/screen"
	"strings"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
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

func searchScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/search", Needs: lookup.Requirement, Template: o.Template(templates, "search.html"), Show: showSearch,
	}
}

// showSearch shows what a text names. A whole reference or the code of a ticket leads to its order.
func showSearch(v *screen.Visit) error {
	q := v.R.URL.Query()
	f := &finding{v: v, text: strings.TrimSpace(q.Get("q"))}
	f.asked = search.Query(f.text)
	v.View.Title = v.View.T("office.search")
	body := &searchBody{Query: f.text, At: v.Path("/search")}
	v.Body.It = body
	if f.text == "" {
		return nil
	}
	if len(f.text) > screen.MaxSearch {
		return app.Field("q", "must not be longer than %d characters", lookup.MaxQuery)
	}
	v.View.Title = v.View.T("office.quoted", "text", f.text) + ", " + v.View.Title
	found, err := lookup.Read(v.R.Context(), v.App, v.Caller, f.text)
	if err != nil {
		return err
	}
	if found.Opens != nil && !q.Has(listQuery) && v.Holds(app.ViewOrders) {
		v.Leads = f.opens(&found)
		return nil
	}
	body.Groups = f.groups(&found)
	n := 0
	for _, g := range body.Groups {
		n += len(g.Rows)
	}
	body.Told = v.View.T("office.found", "n", int64(n))
	if n == 0 {
		body.Nothing = v.View.T("office.not_found", "query", f.text)
	}
	return nil
}

// finding puts together what was found.
type finding struct {
	v     *screen.Visit
	text  string
	asked search.Asked
}

func (f *finding) groups(found *lookup.Found) (all []foundGroup) {
	for _, g := range []foundGroup{
		{ID: "opens", Title: f.v.View.T("office.found_opens"), Rows: f.named(found)},
		{ID: "customers", Title: f.v.View.T("office.customers"), Rows: f.customers(found.Customers)},
		{ID: "orders", Title: f.v.View.T("office.orders"), Rows: f.orders(found.Orders)},
		{ID: "events", Title: f.v.View.T("office.events"), Rows: f.events(found.Events)},
		{ID: "pages", Title: f.v.View.T("office.found_pages"), Rows: f.pages()},
		{ID: "do", Title: f.v.View.T("office.found_do"), Rows: f.actions()},
	} {
		if len(g.Rows) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// opens is the address of the order that was named whole.
func (f *finding) opens(found *lookup.Found) string {
	return f.v.Path("/orders/%s", found.Opens.Reference)
}

func (f *finding) named(found *lookup.Found) []foundRow {
	if found.Opens == nil || !f.v.Holds(app.ViewOrders) {
		return nil
	}
	about := f.v.View.T("office.found_order")
	if found.Opens.OrderItemID != 0 {
		about = f.v.View.T("office.found_ticket")
	}
	return []foundRow{{To: f.opens(found), Icon: "ticket", Code: screen.GroupedCode(found.Opens.Reference), About: about}}
}

func (f *finding) customers(all []lookup.Customer) (rows []foundRow) {
	for i := range all {
		c := &all[i]
		row := foundRow{To: f.v.Path("/customers/%d", c.ID), Initials: screen.Initials(&c.Customer), Name: f.mark(c.Name), About: c.Email}
		if c.Orders != nil {
			row.Amount = f.v.View.T("office.n_orders", "n", *c.Orders)
		}
		rows = append(rows, row)
	}
	return rows
}

func (f *finding) orders(all []lookup.Order) (rows []foundRow) {
	if !f.v.Holds(app.ViewOrders) {
		return nil
	}
	for i := range all {
		o := &all[i]
		row := foundRow{To: f.v.Path("/orders/%s", o.Reference), Icon: "ticket", Code: screen.GroupedCode(o.Reference), Name: f.mark(o.Name)}
		row.About = f.v.View.Lang.DayMonth(o.Date().In(f.v.Zone))
		if o.Event != "" {
			row.About = o.Event + ", " + row.About
		}
		if cur, ok := company.CurrencyByID(o.CurrencyID); ok {
			row.Amount = f.v.View.Amount(cur, o.Totals.Total)
		}
		rows = append(rows, row)
	}
	return rows
}

func (f *finding) events(all []catalog.Event) (rows []foundRow) {
	if !f.v.Holds(app.ViewEvents) {
		return nil
	}
	for i := range all {
		e := &all[i]
		zone := e.Location()
		rows = append(rows, foundRow{
			To: f.v.Path("/events/%d", e.ID), Icon: "calendar", Name: f.mark(e.Name), About: f.v.View.Lang.Days(e.Start.In(zone), e.End.In(zone)),
		})
	}
	return rows
}

// pages are those of the navigation whose title was asked for.
func (f *finding) pages() (rows []foundRow) {
	for _, p := range screen.Navigation(f.v) {
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
		if text := f.v.View.T(a.word); f.v.Holds(a.needs) && f.asked.Matches(text) {
			rows = append(rows, foundRow{To: f.v.Path("%s", a.below), Icon: "plus", Name: f.mark(text)})
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
