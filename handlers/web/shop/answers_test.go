package shop_test

import (
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/capture"
)

// ask asks a question about every unit of the first ticket.
func (w *town) ask(t *testing.T, text string, required bool) {
	t.Helper()
	q, err := capture.CreateQuestion(t.Context(), w.App, w.A.Owner, capture.Text, capture.QuestionFields{Text: &text})
	if err == nil {
		_, err = capture.CreateField(t.Context(), w.App, w.A.Owner, q.ID, capture.OfUnit, 1, capture.FieldFields{Required: &required})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestAnsweringLater: what was asked after the purchase is answered on the page of the
// order, piece by piece, and by nobody who has another.
func TestAnsweringLater(t *testing.T) {
	is := is.New(t)
	w := newTown(t)
	w.comes(t)
	b, other := w.browser(t), w.browser(t)
	b.fill(2)
	b.pay(goodCard)
	page := b.at
	is.True(!strings.Contains(b.page, "Still to answer"))
	other.fill(1)
	other.pay(goodCard)
	w.ask(t, "Whose dog comes along?", true)
	b.open(page)
	b.says("Still to answer", "Whose dog comes along?", "needs this before you come")
	fields := names(b.page, "q.")
	is.Equal(len(fields), 2)
	other.send(other.at+"/answers", fields[0], "Rex") // of another order: nothing is asked there
	is.Equal(other.status, 422)
	b.send(page+"/answers", fields[0], "Rex")
	is.Equal(b.status, 422)
	b.says("One answer needs another look")
	b.open(page)
	is.Equal(len(names(b.page, "q.")), 1) // the one that was right is kept
	b.send(page+"/answers", fields[1], "Bello")
	is.Equal(b.at, page)
	is.True(!strings.Contains(b.page, "Still to answer"))
}

// names are the names of fields of a page that begin with a text.
func names(page, start string) (all []string) {
	for _, part := range strings.Split(page, ` name="`+start)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		all = append(all, start+name)
	}
	return all
}
