package shop_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/fee"
)

// TestChoosingADelivery: the page offers what can be chosen, wants an address where one is
// needed, and says what it costs.
func TestChoosingADelivery(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	b := w.browser(t)
	b.fill(1)
	b.open(w.path("/basket"))
	is.True(!strings.Contains(b.page, "id=\"delivery\""))
	fixed, perOrder, yes := fee.Fixed, fee.PerOrder, true
	made, err := fee.Create(t.Context(), w.App, w.A.Owner, fee.Fields{
		Name: new("By post"), Kind: &fixed, Per: &perOrder, Amount: app.Is(int64(490)), Delivery: fee.Shipped, NeedsAddress: &yes,
	})
	is.NoErr(err)
	b.open(w.path("/basket"))
	b.says("By post")
	b.says("4.90")
	b.send(w.path("/basket/delivery"), "delivery", strconv.FormatInt(made.ID, 10))
	is.Equal(b.status, 422)
	b.says("Please say where to send it")
	b.send(w.path("/basket/delivery"), "delivery", strconv.FormatInt(made.ID, 10), "line1", "Lange Gasse 1", "city", "Wien", "country", "40")
	is.Equal(b.status, 200)
	b.says("Lange Gasse 1")
	b.send(w.path("/basket/delivery"), "delivery", "0")
	is.Equal(b.status, 200)
	is.True(!strings.Contains(b.page, "Lange Gasse 1"))
	b.send(w.path("/basket/delivery"), "delivery", "999")
	is.Equal(b.status, 422)
}
