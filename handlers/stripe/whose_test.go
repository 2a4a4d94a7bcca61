package stripe

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/payment"
)

// TestKeysAreTried: whoever runs the installation is told whose account is charged, in demo mode too,
// and of a refusal no more than its code.
func TestKeysAreTried(t *testing.T) {
	is := is.New(t)
	s := newShop(t)
	demo := true
	_, err := company.ChangeSettings(t.Context(), s.App, s.A.Owner, company.SettingsChange{Demo: &demo})
	is.NoErr(err)
	out, err := payment.Try(t.Context(), s.App, s.A.Owner)
	is.NoErr(err)
	is.Equal(out, payment.Tried{Account: payment.Account{ID: "acct_1", Name: "Lantern Crew", Country: "DE", Charges: true}})
	is.True(strings.HasSuffix(s.fake.requests[len(s.fake.requests)-1], "account=acct_1"))
	_, err = payment.Try(t.Context(), s.App, s.B.Owner)
	is.Equal(app.KindOf(err), app.Forbidden)

	s.must(s.cards.Load("", strings.Replace(`{"companies": {"ALIAS": {"secretKey": "sk_live_wrong", "publishableKey": "pk_live_wrong"}}}`, "ALIAS", s.A.Company.Alias, 1)))
	out, err = payment.Try(t.Context(), s.App, s.A.Owner)
	is.NoErr(err)
	is.Equal(out.Answer, "status 401, invalid_request_error")
	s.must(s.cards.Load("", `{"companies": {}}`))
	out, err = payment.Try(t.Context(), s.App, s.A.Owner)
	is.NoErr(err)
	is.Equal(out.Answer, "there are no keys yet")
}
