package office_test

import (
	"archive/zip"
	"bytes"
	"html"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// standing is a ticket that is on sale at an event.
func (b *browser) standing(e catalog.EventView) catalog.SaleItemView {
	b.t.Helper()
	item, err := catalog.CreateSaleItem(b.t.Context(), b.w.App, b.w.A.Owner, catalog.NewSaleItem{
		Type: catalog.Ticket, EventID: e.ID, Item: catalog.ItemChange{Name: new("Standing")},
		Sale: catalog.SaleItemChange{Prices: &[]catalog.Price{{CurrencyID: b.w.A.Currency().ID, Base: 1000}}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return item
}

// sold is an order that somebody paid for in cash.
func (b *browser) sold(item int64, name, email string) order.Order {
	b.t.Helper()
	o, err := sales.Add(b.t.Context(), b.w.App, b.w.A.Owner, sales.AddToBasket{
		Channel: catalog.APIChannel, Items: []rules.AddItem{{SaleItemID: item, Quantity: new(int64(2))}},
		Payment: &rules.Payment{Method: order.Cash}, Buyer: customer.Buyer{Name: name, Email: email},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return o.Order
}

// TestOrdersAreListedFilteredAndAddedUp: the list says what was bought by whom, in words; filters
// narrow it, its sum and its file; what is none of its filters is refused.
func TestOrdersAreListedFilteredAndAddedUp(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	_, text := b.get("/orders")
	is.True(strings.Contains(text, "No orders yet"))
	gig, fair := b.event("Gig"), b.event("Fair")
	zoe := b.sold(b.standing(gig).ID, "Zoé Lefèvre", "zoe@example.com")
	b.sold(b.standing(fair).ID, "=cmd()", "piotr@example.com")

	_, text = b.get("/orders")
	for _, want := range []string{"Zoé Lefèvre", "zoe@example.com", "2 × Standing", "Cash", "1 to 2 of 2 orders", "40.00 paid, as of", "/orders/" + zoe.Reference} {
		if !strings.Contains(text, want) {
			t.Errorf("the list does not say %q", want)
		}
	}
	_, text = b.get("/orders?view=sold&query=lefevre&paymentMethods=cash")
	is.True(strings.Contains(text, "Zoé Lefèvre") && !strings.Contains(text, "piotr@"))
	is.True(strings.Contains(text, "Paid by <b") && strings.Contains(text, "20.00 paid"))
	_, text = b.get("/orders?view=expired&query=nobody")
	is.True(strings.Contains(text, "Nothing fits: Expired, “nobody”."))
	_, text = b.get("/events/" + itoa(fair.ID) + "/orders?eventId=" + itoa(gig.ID)) // the page says which event
	is.True(!strings.Contains(text, "Zoé") && strings.Contains(text, "piotr@"))
	for _, bad := range []string{"statuses=nothing", "statuses=active", "from=yesterday", "from=99999d", "eventId=x", "userId=1.5"} {
		status, _ := b.get("/orders?" + bad)
		is.Equal(status, http.StatusBadRequest) // of bad
	}
	status, _ := b.get("/orders?view=other")
	is.Equal(status, http.StatusNotFound)
}

// TestTheFileIsTheList: all rows that the filters leave, however many pages that are, with the
// columns of the page; texts that would be formulas are none.
func TestTheFileIsTheList(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	gig, fair := b.event("Gig"), b.event("Fair")
	item := b.standing(gig).ID
	for range 120 {
		b.sold(item, "", "")
	}
	b.sold(b.standing(fair).ID, "=cmd()", "piotr@example.com")
	_, text := b.get("/orders/file?format=csv&eventId=" + itoa(gig.ID))
	lines := strings.Split(strings.TrimSpace(text), "\n")
	is.Equal(len(lines), 121)
	if !strings.HasPrefix(strings.ReplaceAll(lines[0], `"`, ""), "\ufeffOrder,Buyer,E-mail,What,When,") {
		t.Errorf("the headings are %q", lines[0])
	}
	is.True(strings.Contains(lines[1], ",20.00,20.00,0.00,"))
	_, text = b.get("/events/" + itoa(fair.ID) + "/orders/file?format=csv")
	is.True(strings.Contains(text, "'=cmd()") && strings.Count(text, "\n") == 2)

	_, text = b.get("/orders/file?format=xlsx")
	book, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	is.NoErr(err)
	part, err := book.Open("xl/worksheets/sheet1.xml")
	is.NoErr(err)
	rows, err := io.ReadAll(part)
	is.NoErr(err)
	is.Equal(bytes.Count(rows, []byte("<row>")), 122)
	status, _ := b.get("/orders/file?format=pdf")
	is.Equal(status, http.StatusNotFound)
	status, _ = b.as(b.w.A.With(app.ListEvents).UserEmail).get("/orders/file?format=csv")
	is.Equal(status, http.StatusNotFound)
}

// TestNamesAreForThoseWhoMaySeeThem: whoever lists orders and may not see customers gets none of
// their names, on the page and in the file.
func TestNamesAreForThoseWhoMaySeeThem(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.sold(b.standing(b.event("Gig")).ID, "Zoé Lefèvre", "zoe@example.com")
	who := b.as(b.w.A.With(app.ListOrders).UserEmail)
	for _, path := range []string{"/orders", "/orders/file?format=csv"} {
		status, text := who.get(path)
		is.Equal(status, http.StatusOK)
		is.True(strings.Contains(text, "2 × Standing") && !strings.Contains(text, "Zoé") && !strings.Contains(text, "zoe@"))
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// TestFiltersAreKeptAsAView: what a list is narrowed by is kept under a name, stands as a tab, and
// is gone when it is deleted; who may not change the company keeps it for themself.
func TestFiltersAreKeptAsAView(t *testing.T) {
	b := newBrowser(t)
	clerk := b.as(b.w.A.With(app.ListOrders).UserEmail)
	find := func(who *browser, at, pattern string) string {
		t.Helper()
		_, text := who.get(at)
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			return ""
		}
		return html.UnescapeString(found[1])
	}
	const listed = "/orders?statuses=expired"
	keep := find(clerk, listed, `href="([^"]*/views/new[^"]*)"`)
	if keep == "" {
		t.Fatal("what the list is narrowed by cannot be kept")
	}
	action := regexp.MustCompile(`^/office/[^/]+`).ReplaceAllString(keep, "")
	if action = find(clerk, action, `action="([^"]*do=POST[^"]*saved-views[^"]*)"`); !strings.Contains(action, "at=") {
		t.Fatalf("the form of a view forgets where it came from: %q", action)
	}
	if status, _ := clerk.post(action, url.Values{"list": {"orders"}, "filter": {"statuses=expired"}, "name": {"Lapsed & gone"}}); status != http.StatusOK {
		t.Fatalf("kept: %d", status)
	}
	tab := find(clerk, "/orders?view=due", `href="([^"]*)"[^>]*>Lapsed &amp; gone`)
	if !strings.HasSuffix(tab, "/orders?statuses=expired") {
		t.Errorf("the view leads to %q", tab)
	}
	if find(b, "/orders?view=due", `(Lapsed &amp; gone)`) != "" {
		t.Error("somebody else sees it")
	}
	change := find(clerk, listed, `href="([^"]*/views/[0-9]+[^"]*)"`)
	if change == "" || find(clerk, listed, `(/views/new)`) != "" {
		t.Error("a view that is shown is to be changed, and not kept once more")
	}
	if status, _ := b.send("GET", change, nil); status != http.StatusNotFound {
		t.Errorf("somebody else opens it: %d", status)
	}
	id := regexp.MustCompile(`/views/([0-9]+)`).FindStringSubmatch(change)[1]
	clerk.post(change+"&do=DELETE+saved-views", url.Values{"id": {id}})
	if find(clerk, "/orders?view=due", `(Lapsed &amp; gone)`) != "" {
		t.Error("it was not deleted")
	}
	if to := find(clerk, "/views/new?list=orders&at=https://elsewhere.example/office/", `(elsewhere\.example"|href="https://elsewhere)`); to != "" {
		t.Error("the page leads elsewhere")
	}
}
