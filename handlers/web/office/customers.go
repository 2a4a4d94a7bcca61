package office

import (
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
	Tabs             []tab
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

func (o *Office) customers() *screen {
	return &screen{
		get: "GET /office/{alias}/customers", needs: app.ViewCustomers, template: o.template("customers.html"), show: showCustomers,
	}
}

// showCustomers lists customers: those first who ordered last, or the newest.
func showCustomers(v *visit) error {
	v.view.Title = v.view.T("office.customers")
	q := v.r.URL.Query()
	f := customer.Filter{Query: strings.TrimSpace(q.Get("query")), Sort: customer.ByLastOrder}
	f.GroupID, _ = strconv.ParseInt(q.Get(groupQuery), 10, 64)
	if len(f.Query) > maxSearch {
		return app.Field("query", "must not be longer than %d characters", 255)
	}
	if n, err := strconv.ParseInt(q.Get("page"), 10, 32); err == nil && n > 0 {
		f.Offset = n * office.PageSize
	}
	list, err := office.ReadCustomers(v.r.Context(), v.app, v.caller, f)
	if err != nil {
		return err
	}
	body := &customersBody{Query: f.Query, Orders: v.holds(app.ListOrders), Groups: v.path("/customers/groups")}
	if f.GroupID != 0 {
		body.Hidden = map[string]string{groupQuery: strconv.FormatInt(f.GroupID, 10)}
	}
	if body.Tabs, err = groupTabs(v, f.GroupID); err != nil {
		return err
	}
	for i := range list.Rows {
		body.Rows = append(body.Rows, rowOfCustomer(v, &list.Rows[i]))
	}
	body.Sum = v.view.T("office.n_customers", "n", list.Total)
	body.Empty = list.Total == 0 && f.Query == "" && f.GroupID == 0
	switch {
	case f.Query != "":
		body.Nothing = v.view.T("office.not_found", "query", f.Query)
	case len(list.Rows) == 0:
		body.Nothing = v.view.T("office.nobody_in_group")
	}
	at := func(page int64) string {
		next := url.Values{"page": {strconv.FormatInt(page, 10)}}
		for _, name := range []string{"query", groupQuery} {
			if text := q.Get(name); text != "" {
				next.Set(name, text)
			}
		}
		return v.path("/customers?%s", next.Encode())
	}
	if page := f.Offset / office.PageSize; page > 0 {
		body.Earlier = at(page - 1)
	}
	if list.HasMore {
		body.Later = at(f.Offset/office.PageSize + 1)
	}
	v.body.It = body
	return nil
}

// groupTabs are the groups to look at, the first few of them.
func groupTabs(v *visit, at int64) ([]tab, error) {
	groups, err := customer.ListGroups(v.r.Context(), v.app, v.caller, customer.GroupFilter{Limit: groupsShown})
	if err != nil || len(groups.Rows) == 0 {
		return nil, err
	}
	all := []tab{{Text: v.view.T("office.everybody"), To: v.path("/customers"), Here: at == 0}}
	for i := range groups.Rows {
		g := &groups.Rows[i]
		all = append(all, tab{Text: g.Name, To: v.path("/customers?groupId=%d", g.ID), Here: at == g.ID})
	}
	return all, nil
}

// groupsShown is how many groups stand above the list.
const groupsShown = 6

func rowOfCustomer(v *visit, c *office.CustomerRow) customerRow {
	row := customerRow{Initials: initials(&c.Customer), Name: c.Name, About: c.Email, To: v.path("/customers/%d", c.ID), Place: placeOfCustomer(v, &c.Customer)}
	if b := c.Bought; b != nil {
		row.Orders, row.Net = v.atLeast(b.Orders, b.More), v.amounts(b.Net)
		if b.Last != nil {
			row.Last = dated(v, *b.Last)
		}
	}
	return row
}

// placeOfCustomer is where somebody lives, in a line.
func placeOfCustomer(v *visit, c *customer.Customer) string {
	parts := []string{strings.TrimSpace(c.Address.Postcode + " " + c.Address.City)}
	if land, ok := company.CountryByID(c.Address.CountryID); ok {
		parts = append(parts, land.NameIn(string(v.view.Lang)))
	}
	return strings.Trim(strings.Join(parts, ", "), ", ")
}

// dated is a day with its year, where that is another than this.
func dated(v *visit, t time.Time) string {
	at := t.In(v.zone)
	if at.Year() == v.app.Now().In(v.zone).Year() {
		return v.view.Lang.DayMonth(at)
	}
	return v.view.Lang.DayMonth(at) + " " + strconv.Itoa(at.Year())
}
