package office_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestAChartShowsWhatIsAskedFor: by where it was sold, by event, or by what it was; what is asked for
// stays when the sentence above is changed.
func TestAChartShowsWhatIsAskedFor(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	b.buy(b.ticket(b.event("Lanterns"), "Weekend pass", 1000).ID, 1)
	b.buy(b.ticket(b.event("Nachtgold"), "Evening", 2000).ID, 2)
	for asked, shown := range map[string][]string{
		"":                       {"at the till"},
		"?series=channel":        {"at the till"},
		"?series=event":          {"Lanterns", "Nachtgold"},
		"?series=item":           {"Weekend pass", "Evening"},
		"?series=no&currency=1x": {"at the till"},
	} {
		status, page := b.get("/reports/7" + asked)
		is.Equal(status, http.StatusOK)
		_, drawn, _ := strings.Cut(page, `class="drawn"`)
		drawn, _, _ = strings.Cut(drawn, "</figure>")
		for _, name := range shown {
			if !strings.Contains(drawn, name) {
				t.Errorf("%q: the chart does not show %s", asked, name)
			}
		}
	}
	_, page := b.get("/reports/7?series=event")
	is.True(strings.Contains(page, `<input type="hidden" name="series" value="event">`))
	is.True(!strings.Contains(page, `name="currency"`)) // there is only one
}
