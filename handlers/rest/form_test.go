package rest

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
)

type formIn struct {
	ID     ID          `json:"id" required:"true"`
	Name   *string     `json:"name" maxlen:"20"`
	Note   Opt[string] `json:"note"`
	Seats  Opt[int64]  `json:"seats" min:"0" max:"500"`
	Starts *Time       `json:"starts"`
	Until  Opt[Time]   `json:"until" blank:"true"`
	On     *Flag       `json:"on"`
	Ways   *[]string   `json:"ways" enum:"card,cash"`
	Place  *struct {
		Name string `json:"name" required:"true"`
		City string `json:"city" required:"true"`
	} `json:"place"`
	Sale struct {
		Prices *[]struct {
			CurrencyID ID     `json:"currencyId" required:"true"`
			Base       *int64 `json:"base" money:"true" min:"0"`
			Fee        int64  `json:"fee" money:"true"`
		} `json:"prices"`
	} `json:"sale"`
}

func formRoute(did func(*app.Caller, formIn) error) Route {
	return Handle(Spec{Method: "POST", Path: "/form", Summary: "Form", Tag: "Demo", Allow: app.EditEvents},
		func(_ context.Context, c *app.Caller, in formIn) (struct{}, error) { return struct{}{}, did(c, in) })
}

func formOf(pairs ...string) *Form {
	berlin, _ := time.LoadLocation("Europe/Berlin")
	f := &Form{Values: url.Values{}, Zone: berlin, Point: ',', Decimals: func(id int64) int {
		if id == 392 {
			return 0
		}
		return 2
	}}
	for i := 0; i < len(pairs); i += 2 {
		f.Values.Add(pairs[i], pairs[i+1])
	}
	return f
}

func TestFormsBecomeBodies(t *testing.T) {
	rt := formRoute(nil)
	for _, c := range []struct {
		name string
		form *Form
		body string
	}{
		{"nothing", formOf(), `{}`},
		{"numbers and texts", formOf("id", "7", "name", "Fête \"à\" deux"), `{"id":7,"name":"Fête \"à\" deux"}`},
		{"lines end as everywhere else", formOf("note", "a\r\nb"), `{"note":"a\nb"}`},
		{"a text that was emptied is empty, or null where there need be none", formOf("name", "", "note", ""), `{"name":"","note":null}`},
		{"blank is null of what may be null, else absent", formOf("seats", "", "until", "", "starts", ""), `{"seats":null,"until":null}`},
		{"times are by the clocks of the place", formOf("starts", "2027-07-02T20:00", "until", "2027-01-02T20:00"), `{"starts":"2027-07-02T18:00:00Z","until":"2027-01-02T19:00:00Z"}`},
		{"of a box the last counts", formOf("on", "false", "on", "true"), `{"on":"true"}`},
		{"a list of words", formOf("ways", "", "ways", "card", "ways", "cash"), `{"ways":["card","cash"]}`},
		{"a list of none", formOf("ways", ""), `{"ways":[]}`},
		{"an object of blanks is none", formOf("place.name", "", "place.city", ""), `{}`},
		{"an object with something is one", formOf("place.name", "Hall", "place.city", ""), `{"place":{"name":"Hall","city":""}}`},
		{"objects by their numbers", formOf("sale.prices.10.currencyId", "978", "sale.prices.10.base", "1", "sale.prices.2.currencyId", "392", "sale.prices.2.base", "1.200"),
			`{"sale":{"prices":[{"currencyId":392,"base":1200},{"currencyId":978,"base":100}]}}`},
		{"amounts are minor units of the currency beside them", formOf("sale.prices.0.currencyId", "978", "sale.prices.0.base", "1.234,5", "sale.prices.0.fee", ""),
			`{"sale":{"prices":[{"currencyId":978,"base":123450}]}}`},
		{"what is no number is left to the decoder", formOf("seats", "many", "starts", "soon"), `{"seats":"many","starts":"soon"}`},
		{"unknown names are nothing", formOf("other", "1", "was.name", "x"), `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			body, err := rt.Body(c.form)
			is.NoErr(err)
			is.Equal(string(body), c.body)
		})
	}
	is := is.New(t)
	_, err := rt.Body(formOf("sale.prices.0.base", "cheap"))
	var e *app.Error
	is.True(errors.As(err, &e) && e.Fields[0].Field == "sale.prices.0.base")
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		text     string
		point    byte
		decimals int
		want     int64
		ok       bool
	}{
		{"12.50", '.', 2, 1250, true}, {"12,50", '.', 2, 1250, true}, {"1,200", '.', 2, 120000, true}, {"1.200", ',', 2, 120000, true},
		{"1.234,50", ',', 2, 123450, true}, {"1 234,5 €", ',', 2, 123450, true}, {"€12", '.', 2, 1200, true}, {"1'234.50", '.', 2, 123450, true},
		{"1.200", '.', 3, 1200, true}, {"1.200", ',', 3, 1200000, true}, {"1200", '.', 0, 1200, true}, {"-3,5", ',', 2, -350, true},
		{"12.505", '.', 2, 0, false}, {"", '.', 2, 0, false}, {"twelve", '.', 2, 0, false}, {"1.2.3,4,5", ',', 2, 0, false}, {"1.23.4,5", ',', 2, 0, false}, {"99999999999999999999", '.', 2, 0, false},
	} {
		got, ok := Minor(c.text, c.point, c.decimals)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q: %d %t", c.text, got, ok)
		}
	}
}

func TestOnlyWhatWasChangedIsSent(t *testing.T) {
	rt := formRoute(nil)
	is := is.New(t)
	sent := url.Values{
		"id": {"7"}, "name": {"New"}, "was.name": {"Old"}, "note": {"a\r\nb"}, "was.note": {"a\nb"},
		"on": {"false"}, "was.on": {"true"}, "ways": {"", "card", "cash"}, "was.ways": {"cash"},
		"sale.prices.0.currencyId": {"978"}, "sale.prices.0.base": {"2"}, "was.sale.prices.0.base": {"1"},
	}
	changed := rt.Changed(sent)
	is.Equal(changed, url.Values{
		"id": {"7"}, "name": {"New"}, "on": {"false"}, "ways": {"", "card", "cash"},
		"sale.prices.0.currencyId": {"978"}, "sale.prices.0.base": {"2"},
	})
	back := rt.Restored(sent)
	is.Equal(back.Get("name"), "Old")
	is.Equal(back["ways"], []string{"cash"})
	is.Equal(back.Get("sale.prices.0.base"), "1")
	is.Equal(back.Get("id"), "7")
	sent.Set("sale.prices.0.base", "1")
	is.True(!rt.Changed(sent).Has("sale.prices.0.currencyId")) // nothing of the list was changed
}

func TestFieldsSayWhatTheirDeclarationSays(t *testing.T) {
	rt := formRoute(nil)
	for path, want := range map[string]Sort{
		"id": SortNumber, "name": SortText, "starts": SortTime, "until": SortTime, "on": SortYes, "ways": SortList,
		"sale.prices.3.base": SortAmount, "sale.prices.3.currencyId": SortNumber, "place.name": SortText,
	} {
		if f, ok := rt.FormField(path); !ok || f.Sort != want {
			t.Errorf("%s: %+v", path, f)
		}
	}
	is := is.New(t)
	name, _ := rt.FormField("name")
	is.Equal(name.MaxLen, 20)
	seats, _ := rt.FormField("seats")
	is.Equal(*seats.Max, 500.0)
	for _, path := range []string{"", "nothing", "sale.prices.x.base", "name.first", "sale.prices.0"} {
		if _, ok := rt.FormField(path); ok && path != "sale.prices.0" {
			t.Errorf("%s is declared", path)
		}
	}
}

func TestFormsAreCallsOfTheAPI(t *testing.T) {
	is := is.New(t)
	var seen *app.Caller
	var denied int
	api := New(Options{Denied: func(*app.Caller) { denied++ }}, []Route{formRoute(func(c *app.Caller, in formIn) error {
		seen = c
		if in.ID != 7 {
			return app.Field("id", "does not exist")
		}
		return nil
	})})
	call := func(c *app.Caller, body string) error {
		_, err := api.Call(httptest.NewRequest("POST", "/office", nil), c, "POST /form", []byte(body))
		return err
	}
	may := &app.Caller{CompanyID: 1, Abilities: map[app.Ability]bool{app.EditEvents: true}, Via: app.Via{Through: app.ThroughPages}}
	is.NoErr(call(may, `{"id":7}`))
	is.Equal(seen.Via, app.Via{Through: app.ThroughPages, Operation: "POST /form"})
	is.Equal(app.KindOf(call(may, `{"id":8}`)), app.Invalid)
	is.Equal(app.KindOf(call(may, `{}`)), app.Invalid) // what is required is asked by the declaration
	is.Equal(denied, 0)
	is.Equal(app.KindOf(call(&app.Caller{CompanyID: 1}, `{"id":7}`)), app.Forbidden)
	is.Equal(denied, 1)
	limited := *may
	limited.RateLimit = 1
	is.NoErr(call(&limited, `{"id":7}`))
	is.Equal(app.KindOf(call(&limited, `{"id":7}`)), app.TooMany)
	_, err := api.Call(httptest.NewRequest("POST", "/office", nil), may, "POST /nothing", nil)
	is.True(err != nil)
}
