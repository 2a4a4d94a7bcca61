package office_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/mail"
	"marquee/app/terms"
)

var (
	leadsToTax = regexp.MustCompile(`/settings/taxes/(\d+)"[^>]*><b>Reduced`)
	undoOf     = regexp.MustCompile(`action="(/office/[^"]*/undo/[^"]*)"`)
)

// TestHowBuyersPayLater: what is not touched stays as it is, with the totals that the page does not show.
func TestHowBuyersPayLater(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	now := func() *terms.Terms {
		all, err := terms.Read(t.Context(), b.w.App, b.w.A.Owner, 0)
		is.NoErr(err)
		return &all
	}
	_, text := b.get("/settings/terms")
	action, fields := form(t, text, "POST payment-terms")
	fields.Set("paymentLinkHours", "24")
	status, _ := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(now().LinkLife() == 24*time.Hour && now().Deposit == nil && now().Invoice == nil)

	_, err := terms.Set(t.Context(), b.w.App, b.w.A.Owner, terms.Change{Deposit: app.Is(terms.NewDeposit{
		On: terms.Channels{Online: true}, Percent: 2000, Least: map[string]int64{b.w.A.Currency().Code: 5000}, Days: 14,
	})})
	is.NoErr(err)
	_, text = b.get("/settings/terms")
	action, fields = form(t, text, "POST payment-terms")
	before := *now().Deposit
	fields.Set("deposit.daysBefore", "21")
	status, _ = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	before.Days = 21
	is.Equal(*now().Deposit, before)
	is.True(now().Invoice == nil)
}

// TestAMailInOnesOwnWords: it is looked at first, with what was typed still there, then it is stored and
// taken back.
func TestAMailInOnesOwnWords(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	own := func() int {
		all, err := mail.ListTexts(t.Context(), b.w.App, b.w.A.Owner)
		is.NoErr(err)
		return len(all)
	}
	at := "/settings/mailtexts/order-confirmation"
	_, text := b.get(at + "?text=de")
	action, fields := form(t, text, "POST mail-texts")
	is.Equal(fields.Get("language"), "de")
	fields.Set("subject", "Ihre Laternen {order.reference}")
	status, text := b.post(strings.Replace(action, url.QueryEscape("POST mail-texts"), url.QueryEscape("POST mail-texts/preview"), 1), fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "How it looks") && strings.Contains(text, "Ihre Laternen ‹order reference›"))
	_, again := form(t, text, "POST mail-texts")
	is.Equal(again.Get("subject"), "Ihre Laternen {order.reference}")
	is.Equal(own(), 0)

	status, text = b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.Equal(own(), 1)
	is.True(strings.Contains(text, "In your words"))
	kept, _, err := mail.ReadText(t.Context(), b.w.App, b.w.A.Owner, mail.Which{Kind: mail.Confirmation, Language: "de"})
	is.NoErr(err)
	is.True(kept.Subject == "Ihre Laternen {order.reference}" && len(kept.Body) > 40)
	status, _ = b.does(at, "DELETE mail-texts", url.Values{"kind": {"order-confirmation"}, "language": {"de"}})
	is.Equal(status, http.StatusOK)
	is.Equal(own(), 0)
	status, _ = b.get("/settings/mailtexts/nothing")
	is.Equal(status, http.StatusNotFound)
}

// TestARateOfTaxIsMadeAndTakenBack: one with decimals; what was deleted comes back with Undo.
func TestARateOfTaxIsMadeAndTakenBack(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	rates := func() map[string]int64 {
		page, err := company.ListTaxBands(t.Context(), b.w.App, b.w.A.Owner, list.Request{Limit: 10})
		is.NoErr(err)
		out := map[string]int64{}
		for _, band := range page.Rows {
			out[band.Name] = band.Rate
		}
		return out
	}
	status, _ := b.does("/settings/taxes", "POST tax-bands", url.Values{"name": {"Reduced"}, "rate": {"7.5"}})
	is.Equal(status, http.StatusOK)
	is.Equal(rates()["Reduced"], int64(7.5*company.RateUnit))
	_, text := b.get("/settings/taxes")
	found := leadsToTax.FindStringSubmatch(text)
	is.True(found != nil)
	_, text = b.does("/settings/taxes/"+found[1], "DELETE tax-bands", url.Values{"id": {found[1]}})
	_, there := rates()["Reduced"]
	is.True(!there)
	back := undoOf.FindStringSubmatch(text)
	is.True(back != nil)
	status, _ = b.post(back[1], url.Values{})
	is.Equal(status, http.StatusOK)
	is.Equal(rates()["Reduced"], int64(7.5*company.RateUnit))
}

// TestAGroupSeesWhatItIsGiven, and whoever is in it nothing else.
func TestAGroupSeesWhatItIsGiven(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	shown, hidden := b.event("Lanterns"), b.event("Gig")
	_, text := b.does("/groups", "POST visibility-groups", url.Values{"name": {"Helpers"}})
	action, fields := form(t, text, "POST visibility-groups/update")
	fields.Add("addEvents", itoa(shown.ID))
	status, text := b.post(action, fields)
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(text, "Hide"))
	all, err := company.VisibilityGroups(t.Context(), b.w.App, b.w.A.Owner)
	is.NoErr(err)
	made, err := company.CreateUser(t.Context(), b.w.App, b.w.A.Owner, company.NewUser{
		Name: "Jonas", Email: "jonas@example.com", Abilities: []app.Ability{app.ListEvents, app.ViewEvents}, Groups: []int64{all[0].ID},
	})
	is.NoErr(err)
	who := b.as(made.User.Email)
	_, text = who.get("/events")
	is.True(strings.Contains(text, "Lanterns") && !strings.Contains(text, "Gig"))
	status, _ = who.get("/events/" + itoa(hidden.ID))
	is.Equal(status, http.StatusNotFound)
}
