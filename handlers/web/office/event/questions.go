package event

import (
	"marquee/app"
	"marquee/app/capture"
	"marquee/app/office"
	"marquee/handlers/web/office/screen"
)

// The operations of questions.
const (
	askOp      = "POST question-fields"
	askedOp    = "POST question-fields/update"
	moveAskOp  = "POST question-fields/move"
	dropAskOp  = "DELETE question-fields"
	questionOp = "POST questions"
)

// questionsBody is what buyers of an event are asked.
type questionsBody struct {
	E          *office.Event
	Event, All string
	Asked      []askedRow
	Library    []libraryRow
	Where      []screen.Option
	Here       string
	// New is where a question is made, empty for whoever may not.
	New string
}

// askedRow is a question that is asked.
type askedRow struct {
	ID, Text, About string
	// To is where it is changed, empty for whoever may not.
	To, Of  string
	Must    bool
	Numbers string
	// Own: it is asked of this event, and can be changed here. Event: of the event itself.
	Own   bool
	Kind  string
	Opts  []string
	moves []move
}

// Moves are the steps that a row can go, as forms.
func (r askedRow) Moves(f *screen.Form) []move { return itemRow{moves: r.moves}.Moves(f) }

// libraryRow is a question of the company.
type libraryRow struct{ ID, Text, Type, To string }

func questionsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/questions", Post: "POST /office/{alias}/events/{id}/questions", Needs: app.ViewQuestions,
		Template: o.Template(templates, "questions.html"), Show: showQuestions,
		Forms: map[string]screen.Then{
			askOp: {Say: "office.question_asked"}, askedOp: {Say: "office.saved"}, moveAskOp: {Say: "office.moved"},
			dropAskOp: {Say: "office.question_dropped", Restore: "POST question-fields/restore"},
		},
	}
}

func showQuestions(v *screen.Visit) error {
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.questions")
	body := &questionsBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Here: screen.Number(e.ID)}
	v.Body.It = body
	asked, err := capture.AtEvent(v.R.Context(), v.App, v.Caller, e.ID)
	if err != nil {
		return err
	}
	for i := range asked {
		row := askedRowOf(v, e, &asked[i])
		row.To = questionAt(v, asked[i].Question.ID)
		body.Asked = append(body.Asked, row)
	}
	body.movable()
	page, err := capture.ListQuestions(v.R.Context(), v.App, v.Caller, capture.QuestionFilter{Groups: []string{string(capture.Shop), string(capture.Marketing)}, Limit: capture.MaxPage})
	if err != nil {
		return err
	}
	for i := range page.Rows {
		q := &page.Rows[i]
		body.Library = append(body.Library, libraryRow{screen.Number(q.ID), q.Text, v.View.T("office.answer_" + string(q.Type)), questionAt(v, q.ID)})
	}
	body.Where = []screen.Option{{Value: "", Text: v.View.T("office.of_event")}}
	for _, it := range ordered(e) {
		if it.Admits() {
			body.Where = append(body.Where, screen.Option{Value: screen.Number(it.ID), Text: v.View.T("office.of_each", "name", it.Item.Name)})
		}
	}
	v.Body.Add(askOp).Fill(map[string]any{"questionId": "", "assignedToEntity": "", "assignedToId": ""})
	v.Body.Add(askedOp).Fill(map[string]any{"id": "", "isRequired": ""})
	v.Body.Add(moveAskOp)
	v.Body.Add(dropAskOp).Fill(map[string]any{"id": ""})
	if v.Holds(app.EditQuestions) {
		body.New = body.Event + "/questions/new"
	}
	return nil
}

// questionAt is where a question is changed, empty for whoever may not.
func questionAt(v *screen.Visit, id int64) string {
	if !v.Holds(app.EditQuestions) {
		return ""
	}
	return v.Path("/events/%d/questions/%d", v.ID("id"), id)
}

func askedRowOf(v *screen.Visit, e *office.Event, f *capture.EventField) askedRow {
	row := askedRow{
		ID: screen.Number(f.Field.ID), Text: f.Question.Text, About: f.Question.Description, Must: f.Field.Demands(f.Question), Kind: string(f.Question.Type),
		Numbers: v.View.T("office.asked_of", "n", f.Answered), Of: v.View.T("office.asked_once"),
	}
	switch f.Field.Entity {
	case capture.OfUnit:
		row.Of = f.Name + ", " + v.View.T("office.asked_each")
		row.Own = true
	case capture.OfEvent, capture.OfSaleItem:
		row.Own = f.Field.Entity != capture.OfEvent || f.Field.EntityID == e.ID
		if f.Name != "" {
			row.Of = f.Name + ", " + row.Of
		}
	}
	if f.Missing != nil && *f.Missing > 0 {
		row.Numbers += ", " + v.View.T("office.answers_missing", "n", *f.Missing)
	}
	for i := range f.Question.Options {
		if f.Question.Options[i].Offered() {
			row.Opts = append(row.Opts, f.Question.Options[i].Value)
		}
	}
	return row
}

// movable says what each row stands in front of when it goes up or down among those of its place.
func (b *questionsBody) movable() {
	same := func(i, j int) bool {
		return j >= 0 && j < len(b.Asked) && b.Asked[i].Own && b.Asked[j].Own && b.Asked[i].Of == b.Asked[j].Of
	}
	for i := range b.Asked {
		r := &b.Asked[i]
		if same(i, i-1) {
			r.moves = append(r.moves, move{ID: r.ID, Before: b.Asked[i-1].ID, Way: "up", Word: "office.move_up", Name: r.Text})
		}
		if same(i, i+1) {
			down := move{ID: r.ID, Way: "down", Word: "office.move_down", Name: r.Text}
			if same(i, i+2) {
				down.Before = b.Asked[i+2].ID
			}
			r.moves = append(r.moves, down)
		}
	}
}
