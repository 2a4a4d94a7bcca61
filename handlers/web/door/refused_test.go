package door

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/company"
	"marquee/app/door"
	"marquee/handlers/web/page"
)

// refused are the entries of the audit log about what somebody may not do, newest first.
func (b *browser) refused() []audit.Entry {
	b.t.Helper()
	if err := b.w.App.RunJob(b.t.Context(), audit.RefusedJob); err != nil {
		b.t.Fatal(err)
	}
	found, err := audit.List(b.t.Context(), b.w.App, b.w.A.Owner, audit.Filter{Outcome: audit.Refused403.String()})
	if err != nil {
		b.t.Fatal(err)
	}
	return found.Rows
}

// TestWhatStaffAreRefusedIsWrittenDown: at pages, as over the API. Who is nobody yet, and what
// another site sent, leave nothing.
func TestWhatStaffAreRefusedIsWrittenDown(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	status, _ := b.send("POST", "/staff/sign-out", "", nil, "cross-site")
	is.Equal(status, http.StatusForbidden)
	u, secret, err := company.MakeSignIn(t.Context(), b.w.App, b.w.A.Owner, company.SignIn{Email: "mirko@example.com", Name: "Mirko"})
	is.NoErr(err)
	_, _ = b.post("/staff/sign-in/"+secret, nil)
	status, _ = b.send("POST", "/staff/sign-out", "", nil, "cross-site")
	is.Equal(status, http.StatusForbidden)
	status, _ = b.get("/staff")
	is.Equal(status, http.StatusOK)
	is.Equal(len(b.refused()), 0)

	for range 2 {
		status, _ = b.get("/staff/events/1")
		is.Equal(status, http.StatusForbidden)
	}
	got := b.refused()
	is.Equal(len(got), 1)
	is.Equal([]any{got[0].UserID, got[0].Count, got[0].Through, got[0].Operation, got[0].Address}, []any{u.ID, int64(2), app.ThroughPages, "GET /staff/events/{id}", "127.0.0.1"})
	for range 2 * audit.MaxRefused {
		_, _ = b.get("/staff/events/1")
		is.True(len(b.refused()) <= audit.MaxRefused) // and no more than over the API
	}
}

// TestWhatPhonesAreRefusedIsWrittenDown: under the name of whoever let them in.
func TestWhatPhonesAreRefusedIsWrittenDown(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.signIn()
	_, text := b.post(b.event()+"/links", nil)
	made, secret, err := door.Join(t.Context(), b.w.App, gateCode.FindStringSubmatch(text)[1], "Mirko")
	is.NoErr(err)
	status, _ := b.get("/staff/events/999999")
	is.Equal(status, http.StatusNotFound) // which is no matter of what somebody may
	site := page.NewSite(b.w.App, nil, "")
	d := New(site)
	m := http.NewServeMux()
	m.HandleFunc("GET /door/api/barred", d.known(func(http.ResponseWriter, *http.Request, *door.Pass) (any, error) {
		return nil, app.Refuse(app.Forbidden, "This action is unauthorized.")
	}))
	for _, cookie := range []string{"", secret} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/door/api/barred", nil)
		r.AddCookie(&http.Cookie{Name: deviceCookie, Value: cookie})
		site.Handler(page.Kind{}, m).ServeHTTP(httptest.NewRecorder(), r)
	}
	got := b.refused()
	is.Equal(len(got), 1)
	is.Equal([]any{got[0].UserID, got[0].TokenID, got[0].Through, got[0].Operation}, []any{made.UserID, made.TokenID, app.ThroughScanner, "GET /door/api/barred"})
}
