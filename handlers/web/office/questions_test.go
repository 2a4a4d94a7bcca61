package office_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/capture"
)

// question reads the one question of the company.
func (b *browser) question() capture.Question {
	b.t.Helper()
	page, err := capture.ListQuestions(b.t.Context(), b.w.App, b.w.A.Owner, capture.QuestionFilter{Limit: 10})
	if err != nil || len(page.Rows) != 1 {
		b.t.Fatal(err, page.Rows)
	}
	return page.Rows[0]
}

func TestAQuestionIsMadeWithItsAnswersAskedAndChanged(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Lanterns")
	ticket := b.ticket(e, "Weekend", 12900)
	at := fmt.Sprintf("/events/%d/questions", e.ID)
	_, page := b.get(at)
	is.True(strings.Contains(page, at+"/new"))

	_, page = b.get(at + "/new")
	action, fields := form(t, page, "POST questions")
	fields.Set("question", "Which bus?")
	fields.Set("type", "select")
	status, page := b.post(action, fields)
	is.Equal(status, 422)
	is.True(strings.Contains(page, "Which bus?")) // what was typed stands there still
	fields.Set("options.0.value", "Early")
	fields.Set("options.2.value", "Late")
	status, page = b.post(action, fields)
	is.Equal(status, 200)
	is.True(strings.Contains(page, "The question is there."))
	q := b.question()
	is.Equal(len(q.Options), 2)

	action, fields = form(t, page, "POST question-fields")
	fields.Set("assignedToEntity", "item_tickets")
	fields.Set("assignedToId", strconv.FormatInt(ticket.ID, 10))
	status, page = b.post(action, fields)
	is.Equal(status, 200)
	is.True(strings.Contains(page, "Weekend, for each ticket"))
	action, fields = form(t, page, "POST question-fields/update")
	fields.Set("isRequired", "true")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "must be answered"))

	action, fields = form(t, page, "POST question-options/move")
	fields.Set("id", strconv.FormatInt(q.Options[1].ID, 10))
	fields.Set("beforeId", strconv.FormatInt(q.Options[0].ID, 10))
	status, page = b.post(action, fields)
	is.Equal(status, 200)
	is.Equal(b.question().Options[0].Value, "Late")

	action, fields = form(t, page, "POST questions/update")
	fields.Set("options.1.value", "Very early")
	fields["options.0.isEnabled"] = []string{"false"}
	fields.Set("options.2.value", "Noon")
	status, page = b.post(action, fields)
	is.Equal(status, 200)
	q = b.question()
	is.Equal([]string{q.Options[0].Value, q.Options[1].Value, q.Options[2].Value}, []string{"Late", "Very early", "Noon"})
	is.True(q.Options[0].Disabled)
	is.True(strings.Contains(page, "/undo/"))

	action, fields = form(t, page, "DELETE questions")
	_, page = b.post(action, fields)
	is.True(strings.Contains(page, "The question is gone"))
	is.True(strings.Contains(page, "/undo/"))
	status, _ = b.get(fmt.Sprintf("%s/%d", at, q.ID))
	is.Equal(status, 404)
	b.w.Check()
}

func TestWhoMayNotChangeQuestionsHasNoSuchPage(t *testing.T) {
	is := is.New(t)
	b := newBrowser(t)
	e := b.event("Lanterns")
	reader := b.as(b.w.A.With(app.ViewQuestions, app.ViewEvents, app.ListEvents).UserEmail)
	at := fmt.Sprintf("/events/%d/questions", e.ID)
	status, page := reader.get(at)
	is.Equal(status, 200)
	is.True(!strings.Contains(page, at+"/new"))
	status, _ = reader.get(at + "/new")
	is.Equal(status, 404)
}
