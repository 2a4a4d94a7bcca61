package sales_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/capture"
	"marquee/app/customer"
	"marquee/app/entry"
	"marquee/app/order"
	"marquee/app/transfer"
)

// exported is what a person is told that is kept of them.
func (t *teller) exported(email string) string {
	t.t.Helper()
	all, err := customer.ExportPerson(t.t.Context(), t.App, t.A.Owner, t.known(email))
	t.noErr(err)
	return fmt.Sprintf("%+v", all.Sections)
}

// asksBoth asks a question of every order and one of each ticket, and returns their fields.
func (t *teller) asksBoth(saleItem int64) (ofOrder, ofTicket int64) {
	t.t.Helper()
	ask := func(text string, e capture.Entity, at int64) int64 {
		q, err := capture.CreateQuestion(t.t.Context(), t.App, t.A.Owner, capture.Text, capture.QuestionFields{Text: &text, Group: new(capture.Shop)})
		t.noErr(err)
		f, err := capture.CreateField(t.t.Context(), t.App, t.A.Owner, q.ID, e, at, capture.FieldFields{})
		t.noErr(err)
		return f.ID
	}
	return ask("Arrival?", capture.OfCompany, 0), ask("Food?", capture.OfUnit, saleItem)
}

func (t *teller) answersBoth(text string, b order.Basket, ofOrder, ofTicket int64) {
	t.t.Helper()
	_, err := capture.Save(t.t.Context(), t.App, t.A.Owner, []capture.Given{
		{FieldID: ofOrder, OrderID: b.Order.ID, Answer: capture.Answer{Text: text + " of the order"}},
		{FieldID: ofTicket, ItemID: b.Items[0].ID, Answer: capture.Answer{Text: text + " of the ticket"}},
	})
	t.noErr(err)
}

// TestAnswersOfFormerPurchasers: what somebody answered stays theirs when the order is given to
// another purchaser, who is told nothing of it, and goes with them.
func TestAnswersOfFormerPurchasers(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	ofOrder, ofTicket := h.asksBoth(s.ID)
	kept, passed := h.soldTo(canaryEmail, s, 1), h.soldTo(canaryEmail, s, 1)
	h.answersBoth("kept", kept, ofOrder, ofTicket)
	h.answersBoth("first", passed, ofOrder, ofTicket)
	is.NoErr(h.purchaser(passed, "friend@example.com", true, false))
	for email, first := range map[string]bool{canaryEmail: true, "friend@example.com": false} {
		is.Equal(strings.Contains(h.exported(email), "first of the order"), first)
		is.Equal(strings.Contains(h.exported(email), "first of the ticket"), first)
	}
	told, err := capture.OfCustomers(t.Context(), h.App, h.A.Owner, []int64{h.known("friend@example.com")})
	is.NoErr(err)
	is.Equal(len(told[h.known("friend@example.com")]), 0)
	_, err = capture.Save(t.Context(), h.App, h.A.Owner, []capture.Given{{FieldID: ofTicket, ItemID: passed.Items[0].ID, Answer: capture.Answer{Text: "second of the ticket"}}})
	is.NoErr(err)
	is.True(strings.Contains(h.exported("friend@example.com"), "second of the ticket"))

	_, err = customer.Finish(t.Context(), h.App, h.A.Owner, h.known(canaryEmail), true)
	is.NoErr(err)
	is.Equal(h.spacesWith("kept of"), nil)
	is.Equal(h.spacesWith("first of"), nil)
	is.True(len(h.spacesWith("second of the ticket")) > 0)
}

// TestAnswersStayWithTheOneWhoGaveThem: the erasure of who has the order now leaves those of
// the former purchaser, and another former purchaser comes between.
func TestAnswersStayWithTheOneWhoGaveThem(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	ofOrder, ofTicket := h.asksBoth(s.ID)
	b := h.soldTo("first@example.com", s, 1)
	h.answersBoth("first", b, ofOrder, ofTicket)
	for _, email := range []string{"second@example.com", canaryEmail} {
		is.NoErr(h.purchaser(b, email, true, false))
	}
	_, err := customer.Finish(t.Context(), h.App, h.A.Owner, h.known(canaryEmail), true)
	is.NoErr(err)
	is.True(strings.Contains(h.exported("first@example.com"), "first of the order"))
	is.True(!strings.Contains(h.exported("second@example.com"), "first of"))
}

// TestWordsAtAGateOfTheHolderBefore go with the one of whom they were written down, not with
// the ticket.
func TestWordsAtAGateOfTheHolderBefore(t *testing.T) {
	is := is.New(t)
	h, s := givers(t, apptest.Calm())
	b := h.soldTo(canaryEmail, s, 1)
	refused := func(words string) {
		t.Helper()
		_, err := entry.UploadScans(t.Context(), h.App, h.A.With(app.ScanZones), entry.Upload{Rows: []entry.UploadRow{{
			UUID: fmt.Sprint("refusal ", len(words)), Barcode: h.items(b)[0].Barcode, EventID: h.event.ID, ScannedOn: h.Clock.Now(), Refused: true, Detail: words,
		}}})
		is.NoErr(err)
	}
	refused("words about the first")
	_, err := h.claim(h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}).Token, "friend@example.com")
	is.NoErr(err)
	refused("words about the friend")
	_, err = h.claim(h.mustGive(transfer.Ask{ItemIDs: []int64{b.Items[0].ID}}).Token, "third@example.com")
	is.NoErr(err)
	refused("words about one who holds it now")
	for email, words := range map[string]string{canaryEmail: "words about the first", "friend@example.com": "words about the friend"} {
		told := h.exported(email)
		is.True(strings.Contains(told, words))
		is.Equal(strings.Count(told, "Detail:words"), 1)
	}
	_, err = customer.Finish(t.Context(), h.App, h.A.Owner, h.known(canaryEmail), true)
	is.NoErr(err)
	is.Equal(h.spacesWith("words about the first"), nil)
	is.True(strings.Contains(h.exported("friend@example.com"), "words about the friend"))
}
