package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/company"
	"marquee/app/customer"
)

// TestWhoSitsThereIsAskedAgain: a while after the log-in an erasure asks for a password or a code,
// and goes on with what the form had sent once it has one.
func TestWhoSitsThereIsAskedAgain(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	zoe, err := customer.Create(t.Context(), b.w.App, b.w.A.Owner, customer.Fields{Name: new("Zoé"), Email: new("zoe@example.com")})
	is.NoErr(err)
	at := fmt.Sprintf("/office/%s/customers/%d", b.alias, zoe.ID)
	erase := func(more url.Values) (int, string) {
		values := url.Values{"id": {fmt.Sprint(zoe.ID)}, "force": {"false"}}
		for name, all := range more {
			values[name] = all
		}
		return b.post(at+"/erase?do="+url.QueryEscape("DELETE customer"), values)
	}
	there := func() bool {
		status, _ := b.get(strings.TrimPrefix(at, "/office/"+b.alias))
		return status == http.StatusOK
	}

	b.w.Clock.Jump(company.ProofLife + time.Minute)
	status, text := erase(nil)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, `name="proof.password"`) && strings.Contains(text, fmt.Sprintf(`name="id" value="%d"`, zoe.ID)))
	is.True(there())
	status, text = erase(url.Values{"proof.password": {"no boats"}})
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, `role="alert"`) && !strings.Contains(text, "no boats"))
	is.True(there())
	status, text = b.send("GET", at+"/data", nil)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, `name="proof.password"`)) // the file is not given out either
	status, _ = erase(url.Values{"proof.password": {password}})
	is.Equal(status, http.StatusOK)
	is.True(!there())
}

// TestEverySensitiveFormAsksAgain walks over all pages as somebody who proved long ago that it is they:
// each form whose operation asks for a proof asks for one, and does nothing.
func TestEverySensitiveFormAsksAgain(t *testing.T) {
	list, err := os.ReadFile("../../../testdata/proof.txt")
	if err != nil {
		t.Fatal(err)
	}
	sensitive := strings.Split(string(list), "\n")
	b := newBrowser(t)
	fill := b.furnished()
	b.w.Clock.Jump(company.ProofLife + time.Minute)
	walked := map[string]bool{}
	for _, p := range pages {
		at := "/office/" + b.alias + fill.Replace(p)
		if !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "/office") {
			at = fill.Replace(p)
		}
		_, text := b.send("GET", at, nil)
		for _, found := range offered.FindAllStringSubmatch(text, -1) {
			op := strings.NewReplacer("+", " ", "&#43;", " ", "%2F", "/", "%2f", "/").Replace(found[1])
			op, _, _ = strings.Cut(op, "&amp;")
			if walked[op] || !slices.Contains(sensitive, strings.Replace(op, " ", " /", 1)) {
				continue
			}
			walked[op] = true
			action, fields := form(t, text, op)
			for _, name := range []string{"name", "title", "email", "from", "url", "secretKey", "publishableKey"} {
				if fields.Has(name) && fields.Get(name) == "" {
					fields.Set(name, "x@example.com")
				}
			}
			status, answer := b.post(action, fields)
			if status != http.StatusUnprocessableEntity || !strings.Contains(answer, `name="proof.password"`) {
				t.Errorf("%s on %s asks for no proof: %d", op, p, status)
			}
		}
	}
	for _, op := range []string{
		"POST company/users", "POST company/users/update", "POST company/users/invite", "DELETE company/users", "POST roles", "POST roles/update", "DELETE roles", "POST tokens", "DELETE sessions",
		"POST visibility-groups", "POST visibility-groups/update", "DELETE visibility-groups", "DELETE customer", "POST mail-server", "POST payment-keys", "POST webhooks", "POST event-refunds",
	} {
		if !walked[op] {
			t.Errorf("no page was walked that offers %s", op)
		}
	}
}

// TestALargeRefundAsksAgain: little money goes back without a question, much of it after a proof.
func TestALargeRefundAsksAgain(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	refunding := func(price int64) (at, item, shown string) {
		o := b.buy(b.ticket(e, "Standing", price).ID, 1)
		return "/orders/" + o.Order.Reference + "/refund", fmt.Sprint(o.Items[0].ID), b.w.A.Currency().Symbol + fmt.Sprintf("%d.%02d", price/100, price%100)
	}
	refunded := func(at, item, shown string, more url.Values) (int, string) {
		_, page := b.get(at + "?items=" + item)
		action, fields := form(t, page, "POST order-items/refund")
		fields.Set("type", "refund")
		fields["items"], fields["shown"] = []string{item}, []string{shown}
		for name, all := range more {
			fields[name] = all
		}
		return b.post(action, fields)
	}
	at, item, shown := refunding(1_000)
	large, much, muchShown := refunding(60_000)
	b.w.Clock.Jump(company.ProofLife + time.Minute)
	status, text := refunded(at, item, shown, nil)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Refunded"))
	status, text = refunded(large, much, muchShown, nil)
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, `name="proof.password"`))
	status, text = refunded(large, much, muchShown, url.Values{"proof.password": {password}})
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Refunded"))
}
