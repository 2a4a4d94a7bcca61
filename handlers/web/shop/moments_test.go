package shop_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/indexes"
)

// timeOfDay is one as English writes it, where it is not followed by whose clocks show it.
var (
	timeOfDay = regexp.MustCompile(`\b[0-2][0-9]:[0-5][0-9]\b`)
	said      = regexp.MustCompile(`^(</b>)?( to \S+ ?[0-9:]*)? ?(<span class="zone" data-zone="America/New_York">)?\(New York time\)`)
	inTags    = regexp.MustCompile(`<script[^>]*>[^<]*</script>|<style>[^<]*</style>|<(meta|link|svg|path)[^>]*>`)
)

// TestTimesSayWhoseTheyAre: no page of the shop tells a time of day without the clocks that show
// it, which are those of the event.
func TestTimesSayWhoseTheyAre(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	from := w.Clock.Now().AddDate(0, 0, 1)
	is.NoErr(w.App.Update(t.Context(), w.A.Owner, app.Authenticated, func(tx app.Tx) error {
		_, err := indexes.Forge(catalog.Events).Update(tx, 1, func(e *catalog.Event) error {
			e.Timezone = "America/New_York"
			e.Start, e.End = w.Clock.Now().AddDate(0, 0, 10), w.Clock.Now().AddDate(0, 0, 10).Add(3*time.Hour)
			return nil
		})
		if err != nil {
			return err
		}
		_, err = indexes.Forge(catalog.SaleItems).Update(tx, 2, func(s *catalog.SaleItem) error { s.OnSaleFrom = &from; return nil })
		return err
	}))
	b := w.browser(t)
	b.open(w.path("/events/1"))
	b.says("New York time", "On sale")
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	for _, at := range []string{"/events/1", "/basket", "/checkout"} {
		b.open(w.path(at))
		b.clocks()
	}
	b.send(w.path("/checkout"), "email", "zoe@example.org", "name", "Zoe", "method", "card")
	b.clocks()
	b.send(w.path("/pay"), "payment", b.hidden("payment"), "card", declinedCard)
	b.clocks()
	b.pay(goodCard)
	b.says("Ticket 1 of 1", "New York time")
	b.clocks()
	for language, says := range map[string]string{"de": "(Zeit in New York)", "fr": "(heure de New York)"} {
		b.open(w.path("/events/1?lang=" + language))
		b.says(says)
	}
}

// clocks wants whose clocks show it beside each time of day on the page.
func (b *browser) clocks() {
	b.t.Helper()
	page := inTags.ReplaceAllString(b.page, "")
	some := false
	for _, at := range timeOfDay.FindAllStringIndex(page, -1) {
		some = true
		if !said.MatchString(page[at[1]:]) {
			b.t.Errorf("%s does not say whose clocks show %q", b.at, page[max(0, at[0]-60):min(len(page), at[1]+60)])
		}
	}
	if !some {
		b.t.Errorf("%s has no time of day: %s", b.at, strings.TrimSpace(page))
	}
}
