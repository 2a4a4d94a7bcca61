package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/app/seating"
	"marquee/handlers"
	"marquee/kv/kvtest"
)

// TestAPlanOfTenMegabytes: what is beyond the largest plan is refused with what is wrong,
// by its size before anything of it is read, else by the field, and nothing is stored.
func TestAPlanOfTenMegabytes(t *testing.T) {
	kvtest.SingleGoroutine(t)
	const ten = 10 << 20
	w := apptest.New(t, apptest.Calm())
	h := handlers.New(w.App, handlers.Options{})
	s := &stocker{t: t, h: h, token: w.A.OwnerToken}
	venue := number(dig(s.make("POST", "/venues", `{"name":"Arena","address":"Street","city":"City","region":"Region","countryId":"DE"}`), "data", "id"))
	plan := func(seats int) string {
		var rows strings.Builder
		for i := range seats {
			if i%500 == 0 {
				if i > 0 {
					rows.WriteString(`]},`)
				}
				fmt.Fprintf(&rows, `{"name": "%d", "priceBand": "A", "seats": [`, i/500)
			} else {
				rows.WriteByte(',')
			}
			fmt.Fprintf(&rows, `{"name": "%d", "x": %d, "y": %d}`, i%500, i%500, i/500)
		}
		return fmt.Sprintf(`{"venueId": %d, "plan": {"name": "Large", "focalPoint": {"x": 0, "y": 0}, "priceBands": [{"name": "A"}], "rows": [%s]}]}}`, venue, rows.String())
	}
	padded := func(size int) string {
		p := plan(1)
		return p + strings.Repeat(" ", size-len(p))
	}
	for _, c := range []struct {
		must, body string
		status     int
		says       string
	}{
		{"larger than ten megabytes", padded(ten + 1), http.StatusRequestEntityTooLarge, "larger"},
		{"ten megabytes that are no plan", `{"venueId": 1, "plan": {"name": "` + strings.Repeat("x", ten-40) + `"}}`, http.StatusUnprocessableEntity, `"plan.name"`},
		{"ten megabytes in one list", `{"venueId": 1, "plan": {"name": "P", "rows": [` + strings.Repeat(`{},`, (ten-60)/3) + `{}]}}`, http.StatusUnprocessableEntity, `"plan.`},
		{"a seat too many", plan(seating.MaxSpaces + 1), http.StatusUnprocessableEntity, `"plan`},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			status, answer := attempt(h, w.A.OwnerToken, "POST", "/seating-plans", c.body)
			if status != c.status || !strings.Contains(answer, c.says) || len(answer) > 64<<10 {
				t.Errorf("%d %.300s", status, answer)
			}
			_, answer = attempt(h, w.A.OwnerToken, "GET", "/seating-plans", "")
			is.True(strings.Contains(answer, `"total":0`))
		})
	}
}
