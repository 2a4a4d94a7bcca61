package office_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
)

func TestTheFileOfAPersonIsForWhoMaySeeAllOfIt(t *testing.T) {
	b := newBrowser(t)
	o := b.buy(b.ticket(b.event("Lanterns"), "Weekend", 12900).ID, 1)
	at := fmt.Sprintf("/customers/%d", o.Order.CustomerID)
	for name, c := range map[string]struct {
		may    []app.Ability
		offers bool
		status int
	}{
		"who sees orders too": {[]app.Ability{app.DeleteCustomers, app.ViewCustomers, app.ViewOrders}, true, 200},
		"who only erases":     {[]app.Ability{app.DeleteCustomers, app.ViewCustomers}, false, 404},
		"who only looks":      {[]app.Ability{app.ViewCustomers, app.ViewOrders}, false, 404},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			somebody := b.as(b.w.A.With(c.may...).UserEmail)
			status, page := somebody.get(at)
			is.Equal(status, 200)
			is.Equal(strings.Contains(page, at+"/data"), c.offers)
			status, _ = somebody.get(at + "/data")
			is.Equal(status, c.status)
		})
	}
}
