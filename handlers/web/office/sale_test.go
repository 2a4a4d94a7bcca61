package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/catalog"
	"marquee/app/fee"
	"marquee/app/resale"
)

var undoing = regexp.MustCompile(`action="(/office/[^"]*/undo/[^"]*)"`)

// TestTicketsShareTheirGroup: a group is made, a ticket is put in and taken back by Undo, and only an
// empty group can be deleted.
func TestTicketsShareTheirGroup(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket := b.ticket(e, "Standing", 1000)
	at := fmt.Sprintf("/events/%d/tickets", e.ID)
	_, page := b.get(at + "/groups/new")
	action, fields := form(t, page, "POST sale-item-groups")
	fields.Set("name", "")
	fields.Set("totalStock", "500")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity) // a group has a name
	is.True(strings.Contains(page, `value="500"`))
	fields.Set("name", "Floor & balcony")
	status, page = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "Delete the group"))

	join, in := form(t, page, "POST events/tickets/update")
	status, page = b.post(join, in)
	is.Equal(status, http.StatusOK)
	is.True(!strings.Contains(page, "Delete the group"))
	groupOf := func() int64 {
		v, err := catalog.ViewEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventWants{SaleItems: true})
		is.NoErr(err)
		is.Equal(v.Items[0].ID, ticket.ID)
		return v.Items[0].GroupID
	}
	is.True(groupOf() != 0)
	_, list := b.get(at)
	is.True(strings.Contains(list, "Floor &amp; balcony")) // what the event sells stands under its groups
	_, sheet := b.get(fmt.Sprintf("%s/%d", at, ticket.ID))
	is.True(strings.Contains(sheet, `name="saleItemData.groupId"`))

	status, _ = b.post(undoing.FindStringSubmatch(page)[1], url.Values{})
	is.Equal(status, http.StatusOK)
	is.Equal(groupOf(), int64(0))
	group := regexp.MustCompile(`/groups/\d+`).FindString(action + join)
	_, page = b.get(at + group)
	remove, gone := form(t, page, "DELETE sale-item-groups")
	status, page = b.post(remove, gone)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "No groups"))
}

// TestFeesAreWrittenAsPeopleWriteThem: a share with decimals, amounts with the sign of the language,
// steps in the currency of the fee; a fee that was deleted comes back.
func TestFeesAreWrittenAsPeopleWriteThem(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket := b.ticket(e, "Standing", 1000)
	at := fmt.Sprintf("/events/%d/tickets/fees", e.ID)
	save := func(kind string, set map[string]string) string {
		t.Helper()
		_, page := b.get(at + "/new?lang=de&kind=" + kind)
		action, fields := form(t, page, "POST fees")
		for name, value := range set {
			fields.Set(name, value)
		}
		status, page := b.post(action, fields)
		is.Equal(status, http.StatusOK)
		return page
	}
	save("percent", map[string]string{"name": "Service", "percent": "2.5", "amount": "0,50", "currencyId": fmt.Sprint(b.w.A.Currency().ID), "maximum": "4,00"})
	save("tiers", map[string]string{"name": "Steps", "tiers.0.amount": "1", "tiers.1.from": "20,00", "tiers.1.percent": "5", "eventId": ""})
	page := save("fixed", map[string]string{"name": "Print", "amount": "1.50", "per": "order", "saleItems": fmt.Sprint(ticket.ID)})
	for _, said := range []string{"2,5\u00a0% &#43; 0,50", "2 Stufen nach Preis", "Alle Veranstaltungen", "einmal je Bestellung"} {
		if !strings.Contains(page, said) {
			t.Errorf("the list does not say %q", said)
		}
	}
	all, err := fee.List(t.Context(), b.w.App, b.w.A.Owner, fee.Filter{Limit: fee.MaxPage})
	is.NoErr(err)
	is.Equal(len(all.Rows), 3)
	is.Equal(all.Rows[0].Steps, []fee.Step{{Fixed: 50, Percent: 250}})
	is.Equal(*all.Rows[0].Max, int64(400))
	is.Equal(all.Rows[0].EventID, e.ID)
	is.Equal(all.Rows[1].Steps, []fee.Step{{Fixed: 100}, {From: 2000, Percent: 500}})
	is.Equal(all.Rows[1].EventID, int64(0))
	is.Equal(all.Rows[2].SaleItemIDs, []int64{ticket.ID})

	_, page = b.get(fmt.Sprintf("%s/%d", at, all.Rows[1].ID))
	action, fields := form(t, page, "POST fees/update")
	fields.Set("tiers.1.percent", "120")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(page, `aria-invalid="true"`))
	action, fields = form(t, page, "DELETE fees")
	status, page = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(!strings.Contains(page, "2 Stufen nach Preis"))
	status, page = b.post(undoing.FindStringSubmatch(page)[1], url.Values{})
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(page, "2 Stufen nach Preis"))

	status, _ = b.get(fmt.Sprintf("/events/%d/tickets/fees/%d", b.event("Other").ID, all.Rows[0].ID))
	is.Equal(status, http.StatusNotFound) // it is of another event
}

// TestRulesOfResaleAreTakenFromAboveOrTheirOwn: the rules of resale of an event, and of one ticket.
func TestRulesOfResaleAreTakenFromAboveOrTheirOwn(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket := b.ticket(e, "Standing", 1000)
	at := fmt.Sprintf("/events/%d/tickets/resale", e.ID)
	set := func(below string, values map[string]string) string {
		t.Helper()
		_, page := b.get(at + below)
		action, fields := form(t, page, "POST resale-settings")
		for name, value := range values {
			fields.Set(name, value)
			fields["inherit"] = slices.DeleteFunc(fields["inherit"], func(of string) bool { return of == name })
		}
		status, page := b.post(action, fields)
		is.Equal(status, http.StatusOK)
		return page
	}
	rules := func(of resale.Scope) resale.Rules {
		_, r, err := resale.ReadSettings(t.Context(), b.w.App, b.w.A.Owner, of)
		is.NoErr(err)
		return r
	}
	set("", map[string]string{"enabled": "true", "abovePercent": "2.5", "purchaseClosesHours": "24"})
	page := set(fmt.Sprintf("?item=%d", ticket.ID), map[string]string{"priceStrategy": "purchase_price"})
	is.True(strings.Contains(page, "As for the event: allowed"))
	is.True(strings.Contains(page, "24 hours before it begins"))
	here, one := rules(resale.Scope{EventID: e.ID}), rules(resale.Scope{SaleItemID: ticket.ID})
	is.True(here.Enabled && one.Enabled)
	is.Equal(here.Above, int64(250))
	is.Equal(here.Strategy, resale.AroundPurchase)
	is.Equal(one.Strategy, resale.PurchasePrice)
	is.True(!rules(resale.Scope{}).Enabled) // the company is as it was

	_, page = b.get(at)
	action, fields := form(t, page, "POST resale-settings")
	fields.Add("inherit", "enabled")
	status, page := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(!rules(resale.Scope{EventID: e.ID}).Enabled)
	is.Equal(rules(resale.Scope{EventID: e.ID}).Above, int64(250))
	status, _ = b.post(undoing.FindStringSubmatch(page)[1], url.Values{})
	is.Equal(status, http.StatusOK)
	is.True(rules(resale.Scope{EventID: e.ID}).Enabled)

	own := func() *int64 {
		s, _, err := resale.ReadSettings(t.Context(), b.w.App, b.w.A.Owner, resale.Scope{EventID: e.ID})
		is.NoErr(err)
		return s.Below
	}
	is.Equal(own(), nil)
	_, page = b.get(at)
	action, fields = form(t, page, "POST resale-settings")
	fields["inherit"] = slices.DeleteFunc(fields["inherit"], func(name string) bool { return name == "belowPercent" })
	_, _ = b.post(action, fields)
	is.Equal(*own(), int64(2000)) // what counted is its own now, whatever the company says from then on
}

// TestAPriceHasAFeeOfItsOwn: on top of it or inside it, in the form of the ticket, with what comes of it.
func TestAPriceHasAFeeOfItsOwn(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	ticket := b.ticket(e, "Standing", 1000)
	at := fmt.Sprintf("/events/%d/tickets/%d", e.ID, ticket.ID)
	price := func() *catalog.Price {
		v, err := catalog.ViewEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventWants{SaleItems: true})
		is.NoErr(err)
		return &v.Items[0].Prices[0]
	}
	save := func(fee, inside string) {
		t.Helper()
		_, page := b.get(at)
		action, fields := form(t, page, "POST events/tickets/update")
		fields.Set("saleItemData.pricing.0.processingFee", fee)
		fields["saleItemData.pricing.0.hideProcessingFee"] = []string{"false", inside}
		status, _ := b.post(action, fields)
		is.Equal(status, http.StatusOK)
	}
	save("1.50", "false")
	is.Equal(price().ProcessingFee, int64(150))
	is.Equal(price().Total(), int64(1150))
	save("1.50", "true")
	is.Equal(price().Total(), int64(1000))
	save("", "false")
	is.Equal(price().ProcessingFee, int64(0))
	is.Equal(price().Base, int64(1000))
}
