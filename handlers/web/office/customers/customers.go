package customers

import (
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
	"net/url"
	"strconv"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/office"
)

// customersBody is the list of customers.
type customersBody struct {
	Tabs             []screen.Tab
	Rows             []customerRow
	Query            string
	Hidden           map[string]string
	Sum, Nothing     string
	Earlier, Later   string
	Empty            bool
	Orders           bool // whoever looks may see orders
	Groups           string
	NoTitle, NoWords string
}

// customerRow is a customer in the list.
type customerRow struct {
	Initials, Name, About, Place, To string
	Orders, Last                     string
	Net                              []string
}

// What the address of the list says.
const (
	groupQuery = "groupId"
	allQuery   = "all"
)

func customersScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/customers", Needs: app.ViewCustomers, Template: o.Template(templates, "customers.html"), Show: showCustomers,
	}
}

// showCustomers lists customers: those first who ordered last, or the newest.
func showCustomers(v *screen.Visit) error {
	v.View.Title = v.View.T("office.customers")
	q := v.R.URL.Query()
	f := customer.Filter{Query: strings.TrimSpace(q.Get("query")), Sort: customer.ByLastOrder}
	f.GroupID, _ = strconv.ParseInt(q.Get(groupQuery), 10, 64)
	if len(f.Query) > screen.MaxSearch {
		return app.Field("query", "must not be longer than %d characters", 255)
	}
	if n, err := strconv.ParseInt(q.Get("page"), 10, 32); err == nil && n > 0 {
		f.Offset = n * office.PageSize
	}
	list, err := office.ReadCustomers(v.R.Context(), v.App, v.Caller, f)
	if err != nil {
		return err
	}
	body := &customersBody{Query: f.Query, Orders: v.Holds(app.ListOrders), Groups: v.Path("/customers/groups")}
	if f.GroupID != 0 {
		body.Hidden = map[string]string{groupQuery: strconv.FormatInt(f.GroupID, 10)}
	}
	if body.Tabs, err = groupTabs(v, f.GroupID); err != nil {
		return err
	}
	for i := range list.Rows {
		body.Rows = append(body.Rows, rowOfCustomer(v, &list.Rows[i]))
	}
	body.Sum = v.View.T("office.n_customers", "n", list.Total)
	body.Empty = list.Total == 0 && f.Query == "" && f.GroupID == 0
	switch {
	case f.Query != "":
		body.Nothing = v.View.T("office.not_found", "query", f.Query)
	case len(list.Rows) == 0:
		body.Nothing = v.View.T("office.nobody_in_group")
	}
	at := func(page int64) string {
		next := url.Values{"page": {strconv.FormatInt(page, 10)}}
		for _, name := range []string{"query", groupQuery} {
			if text := q.Get(name); text != "" {
				next.Set(name, text)
			}
		}
		return v.Path("/customers?%s", next.Encode())
	}
	if page := f.Offset / office.PageSize; page > 0 {
		body.Earlier = at(page - 1)
	}
	if list.HasMore {
		body.Later = at(f.Offset/office.PageSize + 1)
	}
	v.Body.It = body
	return nil
}

// groupTabs are the groups to look at, the first few of them.
func groupTabs(v *screen.Visit, at int64) ([]screen.Tab, error) {
	groups, err := customer.ListGroups(v.R.Context(), v.App, v.Caller, customer.GroupFilter{Limit: groupsShown})
	if err != nil || len(groups.Rows) == 0 {
		return nil, err
	}
	all := []screen.Tab{{Text: v.View.T("office.everybody"), To: v.Path("/customers"), Here: at == 0}}
	for i := range groups.Rows {
		g := &groups.Rows[i]
		all = append(all, screen.Tab{Text: g.Name, To: v.Path("/customers?groupId=%d", g.ID), Here: at == g.ID})
	}
	return all, nil
}

// groupsShown is how many groups stand above the list.
const groupsShown = 6

func rowOfCustomer(v *screen.Visit, c *office.CustomerRow) customerRow {
	row := customerRow{Initials: screen.Initials(&c.Customer), Name: c.Name, About: c.Email, To: v.Path("/customers/%d", c.ID), Place: placeOfCustomer(v, &c.Customer)}
	if b := c.Bought; b != nil {
		row.Orders, row.Net = records.AtLeast(v, b.Orders, b.More), v.Amounts(b.Net)
		if b.Last != nil {
			row.Last = dated(v, *b.Last)
		}
	}
	return row
}

// placeOfCustomer is where somebody lives, in a line.
func placeOfCustomer(v *screen.Visit, c *customer.Customer) string {
	parts := []string{strings.TrimSpace(c.Address.Postcode + " " + c.Address.City)}
	if land, ok := company.CountryByID(c.Address.CountryID); ok {
		parts = append(parts, land.NameIn(string(v.View.Lang)))
	}
	return strings.Trim(strings.Join(parts, ", "), ", ")
}

// dated is a day with its year, where that is another than this.
func dated(v *screen.Visit, t time.Time) string {
	at := t.In(v.Zone)
	if at.Year() == v.App.Now().In(v.Zone).Year() {
		return v.View.Lang.DayMonth(at)
	}
	return v.View.Lang.DayMonth(at) + " " + strconv.Itoa(at.Year())
}
