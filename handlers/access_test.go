package handlers

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

// call sends one request to a world's API and gives status and body.
func call(t testing.TB, w *apptest.World, token, method, path, body string) (int, map[string]any, http.Header) {
	t.Helper()
	h := New(w.App, Options{})
	r := httptest.NewRequestWithContext(t.Context(), method, "/v1"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	var out map[string]any
	if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil {
		t.Fatalf("%s %s: %d %q: %v", method, path, rec.Code, rec.Body, err)
	}
	return rec.Code, out, rec.Header()
}

const ownerPassword = "Correct horse 1"

func withPassword(t testing.TB) *apptest.World {
	w := apptest.New(t)
	if _, err := company.ResetPassword(t.Context(), w.App, "owner@a.example.com", ownerPassword); err != nil {
		t.Fatal(err)
	}
	return w
}

func loginBody(email, password string) string {
	b, _ := json.Marshal(map[string]string{"email": email, "password": password, "device_name": "till"})
	return string(b)
}

func TestLogin(t *testing.T) {
	kvtest.SingleGoroutine(t)
	t.Run("a right pair gives a token that works", func(t *testing.T) {
		is := is.New(t)
		w := withPassword(t)
		status, out, _ := call(t, w, "", "POST", "/login", loginBody("Owner@A.example.com", ownerPassword))
		is.Equal(status, 200)
		status, out, _ = call(t, w, out["token"].(string), "GET", "/", "")
		is.Equal(status, 200)
		is.Equal(out["user"].(map[string]any)["email"], "owner@a.example.com")
	})
	t.Run("a wrong pair is refused on the e-mail, known or not, in the same words", func(t *testing.T) {
		is := is.New(t)
		w := withPassword(t)
		status, known, _ := call(t, w, "", "POST", "/login", loginBody("owner@a.example.com", "wrong"))
		is.Equal(status, 422)
		is.True(known["errors"].(map[string]any)["email"] != nil)
		status, unknown, _ := call(t, w, "", "POST", "/login", loginBody("nobody@example.com", "wrong"))
		is.Equal(status, 422)
		is.Equal(known, unknown)
	})
	t.Run("the sixth guess in a minute waits, even with the right password", func(t *testing.T) {
		is := is.New(t)
		w := withPassword(t)
		for range company.LoginFailures {
			status, _, _ := call(t, w, "", "POST", "/login", loginBody("owner@a.example.com", "wrong"))
			is.Equal(status, 422)
		}
		status, _, header := call(t, w, "", "POST", "/login", loginBody("owner@a.example.com", ownerPassword))
		is.Equal(status, 429)
		is.Equal(header.Get("Retry-After"), "60")
		w.Clock.Jump(time.Minute + time.Second)
		status, _, _ = call(t, w, "", "POST", "/login", loginBody("owner@a.example.com", ownerPassword))
		is.Equal(status, 200)
	})
	t.Run("guesses at many e-mails are counted by where they come from, whatever headers say", func(t *testing.T) {
		is := is.New(t)
		w := withPassword(t)
		h := New(w.App, Options{})
		from := func(i int, address string) int {
			body := loginBody(fmt.Sprintf("person%d@example.com", i), "wrong")
			r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/login", strings.NewReader(body))
			r.RemoteAddr = address
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i))
			r.Header.Set("X-Real-IP", fmt.Sprintf("203.0.113.%d", i))
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			return rec.Code
		}
		for i := range company.AddressFailures {
			is.Equal(from(i, fmt.Sprintf("198.51.100.7:%d", 1000+i)), 422)
		}
		is.Equal(from(99, "198.51.100.7:99"), 429)
		is.Equal(from(99, "[2001:db8::1]:99"), 422)
	})
}

func TestConfig(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	status, out, _ := call(t, w, w.B.TokenWith(app.ScanZones), "GET", "/config", "")
	is.Equal(status, 200)
	is.Equal(out["companyName"], w.B.Company.Name)
	for flag, on := range out["permissions"].(map[string]any) {
		is.Equal(on, flag == "zonesScan") // one ability, one flag
	}
}

func TestCompanies(t *testing.T) {
	t.Run("only the reachable ones are listed", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		_, out, _ := call(t, w, w.B.OwnerToken, "GET", "/companies", "")
		is.Equal(len(out["data"].([]any)), 1)
		_, out, _ = call(t, w, w.A.OwnerToken, "GET", "/companies?limit=1", "")
		is.Equal(out["meta"].(map[string]any)["total"], 2.0) // the creator of B reaches it
	})
	t.Run("a super user of the installation adds one", func(t *testing.T) {
		is := is.New(t)
		w := apptest.New(t)
		body := `{"name":"Third","currencyCode":"JPY","timezone":"Asia/Tokyo"}`
		status, out, _ := call(t, w, w.A.OwnerToken, "POST", "/companies", body)
		is.Equal(status, 201)
		is.Equal(out["data"].(map[string]any)["type"], "companies")
		status, _, _ = call(t, w, w.B.OwnerToken, "POST", "/companies", body)
		is.Equal(status, 403)
	})
}

func TestTables(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	_, out, _ := call(t, w, w.A.OwnerToken, "GET", "/currencies?all=true&only=currencies.subunit&page=2", "")
	first := out["data"].([]any)[0].(map[string]any)
	is.Equal(first["attributes"], map[string]any{"subunit": "2"})
	_, out, _ = call(t, w, w.A.OwnerToken, "GET", "/countries?limit=1", "")
	is.Equal(out["meta"].(map[string]any)["total"], 249.0)
}

func TestTaxBands(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t)
	manager := w.A.TokenWith(app.ManageTaxBands)
	status, out, _ := call(t, w, manager, "POST", "/tax-bands", `{"name":"Reduced","rate":7.0001}`)
	is.Equal(status, 201)
	id := out["data"].(map[string]any)["id"].(float64)
	status, _, _ = call(t, w, manager, "POST", "/tax-bands", `{"name":"Reduced","rate":7}`)
	is.Equal(status, 422) // taken
	status, _, _ = call(t, w, manager, "POST", "/tax-bands", `{"name":"Odd","rate":7.00001}`)
	is.Equal(status, 422) // five decimals
	body, _ := json.Marshal(map[string]any{"id": id, "rate": 19})
	status, out, _ = call(t, w, manager, "POST", "/tax-bands/update", string(body))
	is.Equal(status, 200)
	is.Equal(out["data"].(map[string]any)["attributes"].(map[string]any)["rate"], 19.0)
	status, _, _ = call(t, w, w.B.TokenWith(app.ManageTaxBands), "POST", "/tax-bands/update", string(body))
	is.Equal(status, 404) // another company's
	_, out, _ = call(t, w, manager, "GET", "/tax-bands", "")
	is.Equal(len(out["data"].([]any)), 2)
}

// TestOpenConnectionsNoticeWhatEnds: a client that keeps its connection is asked who it is
// with every request, so that a suspension, a revoked token, a new password, another role and
// a blocked device end it at the next one.
func TestOpenConnectionsNoticeWhatEnds(t *testing.T) {
	const email = "till@a.example.com"
	for name, end := range map[string]struct {
		status int
		do     func(t *testing.T, w *apptest.World, c *app.Caller, role int64) error
	}{
		"a suspension": {401, func(t *testing.T, w *apptest.World, _ *app.Caller, _ int64) error {
			_, err := company.SuspendUser(t.Context(), w.App, email)
			return err
		}},
		"a revoked token": {401, func(t *testing.T, w *apptest.World, c *app.Caller, _ int64) error {
			_, err := company.RevokeToken(t.Context(), w.App, c.TokenID)
			return err
		}},
		"a new password": {401, func(t *testing.T, w *apptest.World, _ *app.Caller, _ int64) error {
			_, err := company.ResetPassword(t.Context(), w.App, email, ownerPassword+"2")
			return err
		}},
		"a role that opens less": {403, func(t *testing.T, w *apptest.World, _ *app.Caller, role int64) error {
			_, err := company.EditRole(t.Context(), w.App, w.A.Owner, role, company.RoleFields{Abilities: &[]app.Ability{app.ViewEvents}})
			return err
		}},
		"a blocked device": {403, func(t *testing.T, w *apptest.World, _ *app.Caller, _ int64) error {
			all, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{})
			if err == nil {
				_, err = company.BlockDevice(t.Context(), w.App, w.A.Owner, all.Rows[0].ID, true)
			}
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			w := apptest.New(t)
			title := "Till"
			role, err := company.CreateRole(t.Context(), w.App, w.A.Owner, company.RoleFields{Title: &title, Abilities: &[]app.Ability{app.ViewUsers}})
			is.NoErr(err)
			_, err = company.CreateUser(t.Context(), w.App, w.A.Owner, company.NewUser{Name: "Till", Email: email, Password: ownerPassword, Roles: []int64{role.ID}})
			is.NoErr(err)
			_, out, _ := call(t, w, "", "POST", "/login", loginBody(email, ownerPassword))
			token := out["token"].(string)
			s := httptest.NewServer(New(w.App, Options{}))
			defer s.Close()
			connections := map[string]bool{}
			ask := func() int {
				ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) { connections[i.Conn.LocalAddr().String()] = true }})
				r, err := http.NewRequestWithContext(ctx, "GET", s.URL+"/v1/devices", nil)
				is.NoErr(err)
				r.Header.Set("Authorization", "Bearer "+token)
				r.Header.Set("X-DEVICE-ID", "till-7")
				res, err := s.Client().Do(r)
				is.NoErr(err)
				_, _ = io.Copy(io.Discard, res.Body)
				is.NoErr(res.Body.Close())
				return res.StatusCode
			}
			is.Equal(ask(), 200)
			is.NoErr(end.do(t, w, w.Caller(token), role.ID))
			is.Equal(ask(), end.status)
			is.Equal(len(connections), 1) // one and the same
		})
	}
}
