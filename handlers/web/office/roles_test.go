package office_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/handlers/web/office/screen"
)

var update = flag.Bool("update", false, "write the golden files anew")

// roles are people of a company by what they may do.
var roles = []struct {
	name string
	may  []app.Ability
}{
	{"promoter", nil},
	{"editor", []app.Ability{app.ListEvents, app.ViewEvents, app.CreateEvents, app.EditEvents, app.ViewVenues, app.CreateVenues}},
	{"pricer", []app.Ability{app.ListEvents, app.ViewEvents, app.EditSaleData}},
	{"accounts", []app.Ability{app.ListEvents, app.ViewEvents, app.ViewReports}},
	{"clerk", []app.Ability{app.ListEvents, app.ViewEvents, app.Sell, app.ListOrders, app.ViewCustomers, app.EditCustomers, app.EditGroups}},
	{"desk", []app.Ability{app.ListOrders, app.ViewOrders, app.EditOrders, app.ViewCustomers}},
	{"cashier", []app.Ability{app.ViewOrders, app.EditOrders, app.Refund, app.ViewCustomers, app.Sell}},
	{"lead", []app.Ability{app.ListEvents, app.ViewEvents, app.ManageUsers}},
	{"registrar", []app.Ability{app.ListUsers, app.ViewUsers}},
	{"reader", []app.Ability{app.ViewOrders}},
	{"treasurer", []app.Ability{app.ViewPayments, app.SettlePayments, app.ViewOrders, app.ViewReports, app.ViewWallets, app.EditWallets, app.ViewResale}},
	{"steward", []app.Ability{app.ScanZones}},
	{"nobody", nil},
}

// pages are those of the office, of an event with one thing on sale.
var pages = []string{
	"", "/events", "/events/new", "/events/{id}", "/events/{id}/live", "/events/{id}/door", "/events/{id}/door/live", "/events/{id}/door/zones/new", "/events/{id}/basics", "/events/{id}/copy", "/events/{id}/times", "/events/{id}/page", "/events/{id}/poster", "/events/{id}/questions", "/events/{id}/questions/new", "/events/{id}/queue", "/events/{id}/tickets", "/events/{id}/tickets/table", "/events/{id}/tickets/new", "/events/{id}/tickets/{item}",
	"/events/{id}/tickets/groups", "/events/{id}/tickets/groups/new", "/events/{id}/tickets/fees", "/events/{id}/tickets/fees/new", "/events/{id}/tickets/fees/new?kind=tiers", "/events/{id}/tickets/resale", "/events/{id}/tickets/resale?item={item}",
	"/events/{id}/seats", "/events/{id}/seats/holds/new", "/events/{id}/seats/take-over", "/events/{id}/seats/draw",
	"/orders", "/events/{id}/orders", "/views/new?list=orders",
	"/codes", "/codes/access", "/events/{id}/codes", "/events/{id}/codes/new/percentage", "/events/{id}/codes/new/bxgy", "/codes/new/access",
	"/events/{id}/codes/discount/{code}", "/codes/access/{key}",
	"/messages", "/messages/new", "/events/{id}/messages", "/events/{id}/messages/new", "/events/{id}/messages/{message}", "/events/{id}/guests", "/events/{id}/guests/new", "/events/{id}/guests/print",
	"/orders/{order}", "/orders/{order}/refund", "/orders/{order}/buyer", "/orders/{order}/send", "/orders/{order}/date", "/orders/{order}/items/{bought}",
	"/reports", "/reports/7", "/reports/23", "/reports/20",
	"/search", "/search?q=gi", "/customers", "/customers/groups", "/customers/groups/new", "/customers/{customer}", "/customers/{customer}/edit", "/customers/{customer}/erase", "/customers/{customer}/merge/{twin}",
	"/settings", "/settings?q=currency", "/settings/name", "/settings/accounts", "/settings/legal", "/settings/pictures", "/settings/taxes", "/settings/terms", "/settings/mailtexts", "/settings/mailtexts/order-confirmation", "/settings/cards", "/settings/mailserver", "/settings/webhooks", "/settings/changed", screen.SystemPath, screen.PartsPath, screen.PartsPath + "/sheet",
	"/money", "/money/doubt", "/money/payments", "/money/transfers", "/money/refunds", "/money/refunds/{id}", "/money/accounts", "/money/resale", "/money/resale/rules", "/money/vouchers", "/money/ledger",
	"/people", "/people/new", "/people/{user}", "/people/{user}/end", "/people/{user}/some/new", "/people/{user}/some/1", "/roles/{role}/some/new", "/groups", "/groups/{group}", "/roles", "/roles/new", "/roles/{role}", "/devices", "/me",
}

// links are those within the office.
var links = regexp.MustCompile(`href="(/(?:office|staff)[^"]*)"`)

var offered = regexp.MustCompile(`[?]do=([^"]+)`)

// furnished makes one of each thing that pages are of, and tells how their addresses are filled in.
func (b *browser) furnished() *strings.Replacer {
	b.t.Helper()
	e := b.event("Gig")
	ticket, err := catalog.CreateSaleItem(b.t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new("Standing")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 1000}}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	o := b.buy(ticket.ID, 1)
	person := func(email string) string {
		c, err := customer.Create(b.t.Context(), b.w.App, b.w.A.Owner, customer.Fields{Name: new("Zoé Lefèvre"), Email: &email, Phone: app.Maybe[string]{Given: true, Value: new("0612345678")}})
		if err != nil {
			b.t.Fatal(err)
		}
		return fmt.Sprint(c.ID)
	}
	code, key := b.codes(ticket.ID)
	made, err := company.CreateUser(b.t.Context(), b.w.App, b.w.A.Owner, company.NewUser{Name: "Jonas Albrecht", Email: "jonas@example.com", Invite: true})
	if err != nil {
		b.t.Fatal(err)
	}
	role, err := company.CreateRole(b.t.Context(), b.w.App, b.w.A.Owner, company.RoleFields{Title: new("Evenings"), Abilities: &[]app.Ability{app.ViewEvents}})
	if err != nil {
		b.t.Fatal(err)
	}
	group, err := company.CreateVisibilityGroup(b.t.Context(), b.w.App, b.w.A.Owner, "Helpers")
	if err != nil {
		b.t.Fatal(err)
	}
	return strings.NewReplacer("{group}", fmt.Sprint(group.ID), "{id}", fmt.Sprint(e.ID), "{item}", fmt.Sprint(ticket.ID), "{order}", o.Order.Reference, "{bought}", fmt.Sprint(o.Items[0].ID), "{code}", code, "{key}", key, "{message}", b.message(e.ID), "{customer}", person("zoe.l@example.com"), "{twin}", person("zoe.l@example.org"), "{user}", fmt.Sprint(made.User.ID), "{role}", fmt.Sprint(role.ID))
}

// TestWhoSeesWhat: a table of who gets which page, of their company and of another, and what is
// offered to them there. Nothing is offered that would be refused.
func TestWhoSeesWhat(t *testing.T) {
	b := newBrowser(t)
	fill := b.furnished()
	var out strings.Builder
	for _, role := range roles {
		who := b
		switch {
		case role.name == "nobody":
			who = b.as("owner@b.example.com")
		case role.may != nil:
			c := b.w.A.With(role.may...)
			who = b.as(c.UserEmail)
		}
		for _, p := range pages {
			at := "/office/{alias}" + p
			if strings.HasPrefix(p, screen.SystemPath) {
				at = p
			}
			status, text := who.send("GET", strings.ReplaceAll(fill.Replace(at), "{alias}", b.alias), nil)
			line := fmt.Sprintf("%-9s %-46s %d", role.name, at, status)
			for _, link := range links.FindAllStringSubmatch(text, -1) {
				if status, _ := who.send("GET", link[1], nil); status != http.StatusOK {
					t.Errorf("%s: %s leads to %s, which answers %d", role.name, p, link[1], status)
				}
			}
			if role.name == "nobody" && status != http.StatusNotFound {
				t.Errorf("another company's owner gets %s: %d", p, status)
			}
			var ops []string
			for _, found := range offered.FindAllStringSubmatch(text, -1) {
				if op := strings.NewReplacer("+", " ", "&#43;", " ", "%2F", "/", "%2f", "/").Replace(found[1]); !slices.Contains(ops, op) {
					ops = append(ops, op)
				}
			}
			slices.Sort(ops)
			fmt.Fprintln(&out, strings.TrimRight(line+"  "+strings.Join(ops, ", "), " "))
		}
	}
	const golden = "testdata/roles.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != out.String() {
		t.Errorf("who gets which page has changed; -update writes %s anew:\n%s", golden, out.String())
	}
}
