package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
)

var changeLink = regexp.MustCompile(`href="(/office/[^"]*/settings/changed/\d+\?at=\d+)"`)

// TestWhatWasChangedIsSaidInWords: an entry calls the record and its fields as people do, leads to the
// record, and leads nowhere once that is gone.
func TestWhatWasChangedIsSaidInWords(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	_, _, err := catalog.UpdateEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID, catalog.EventChange{Name: new("Gig at Night"), OnSale: new(false)}, nil)
	is.NoErr(err)
	status, _ := b.post("/language", url.Values{"language": {"de"}, "to": {"/"}})
	is.Equal(status, http.StatusOK)
	status, list := b.get("/settings/changed")
	is.Equal(status, http.StatusOK)
	is.True(strings.Contains(list, fmt.Sprintf("Veranstaltung %d", e.ID)))
	first := changeLink.FindStringSubmatch(list)
	is.True(len(first) > 0)
	link := fmt.Sprintf(`href="/office/%s/events/%d"`, b.alias, e.ID)
	status, text := b.send("GET", strings.ReplaceAll(first[1], "&amp;", "&"), nil)
	is.Equal(status, http.StatusOK)
	for _, want := range []string{"Nicht im Verkauf", "ja", "Gig at Night", link} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	reader := b.as(b.w.A.With(app.ViewAudit).UserEmail)
	status, text = reader.send("GET", strings.ReplaceAll(first[1], "&amp;", "&"), nil)
	is.Equal(status, http.StatusOK)
	is.True(!strings.Contains(text, link)) // they do not get that page
	is.NoErr(catalog.DeleteEvent(t.Context(), b.w.App, b.w.A.Owner, e.ID))
	status, text = b.send("GET", strings.ReplaceAll(first[1], "&amp;", "&"), nil)
	is.Equal(status, http.StatusOK)
	is.True(!strings.Contains(text, link)) // it is gone
}
