package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestASeriesSaysHowManyTimesItMakes: while it is written, by the very command, and nothing is made.
func TestASeriesSaysHowManyTimesItMakes(t *testing.T) {
	b := newBrowser(t)
	e := b.event("Gig")
	at := func(d time.Duration) string { return e.Start.Add(d).In(e.Location()).Format("2006-01-02T15:04") }
	ask := url.Values{
		"do": {"POST timeslots/series"}, "eventId": {fmt.Sprint(e.ID)}, "name": {"Round"}, "unit": {"minutes"}, "step": {"10"},
		"start": {at(0)}, "end": {at(10 * time.Minute)}, "until": {at(30 * time.Minute)}, "times": {""},
	}
	page := fmt.Sprintf("/events/%d/times", e.ID)
	status, text := b.get(page + "?" + ask.Encode())
	if status != http.StatusOK || !strings.Contains(text, `class="does"`) {
		t.Errorf("it does not say what would be made: %d", status)
	}
	if _, text := b.get(page); strings.Contains(text, `class="slot"`) {
		t.Error("something was made")
	}
}
