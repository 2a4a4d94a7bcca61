package office_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"marquee/app/mail"

	"github.com/matryer/is"
)

// message writes a draft to whoever comes to an event, and gives its id.
func (b *browser) message(eventID int64) string {
	b.t.Helper()
	v, err := mail.WriteCircular(b.t.Context(), b.w.App, b.w.A.Owner, mail.CircularFields{
		Texts: &[]mail.CircularText{{Language: "en", Subject: "Bring a coat", Body: "Hello {customer.name}"}}, To: mail.AudienceFields{EventIDs: &[]int64{eventID}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return fmt.Sprint(v.ID)
}

// TestAMessageIsWrittenCountedAndSent: the button names how many it goes to, and it goes once.
func TestAMessageIsWrittenCountedAndSent(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Gig")
	at := fmt.Sprintf("/events/%d/messages", e.ID)
	_, text := b.get(at)
	is.True(strings.Contains(text, "No messages yet"))
	page := "/office/" + b.alias + at
	status, text := b.post(page+"/new?do=POST+messages", url.Values{"eventIds": {fmt.Sprint(e.ID)}, "texts.0.language": {"en"}, "texts.0.subject": {"Hi {nobody}"}, "texts.0.body": {"x"}})
	is.Equal(status, http.StatusUnprocessableEntity)
	is.True(strings.Contains(text, "placeholder {nobody}"))
	b.post(page+"/new?do=POST+messages", url.Values{"eventIds": {fmt.Sprint(e.ID)}, "texts.0.language": {"en"}, "texts.0.subject": {"{event.name}: a coat"}, "texts.0.body": {"It is **cold**."}})
	_, text = b.get(at + "/1")
	is.True(strings.Contains(text, "Gig: a coat")) // as it reads
	is.True(strings.Contains(text, "Nobody would get it"))
}
