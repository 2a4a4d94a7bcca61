package event

import (
	"fmt"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/office"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// The operations of one question.
const (
	changeQuestionOp = "POST questions/update"
	dropQuestionOp   = "DELETE questions"
	moveOptionOp     = "POST question-options/move"
)

// How many lines for answers wait to be filled in: of a new question, and of one that has some.
const (
	newLines  = 8
	moreLines = 4
)

// questionBody is a question that is made or changed.
type questionBody struct {
	E                 *office.Event
	Event, All, Asked string
	Op                string
	// Kind is the kind of its answers, empty: it is not made yet. Listed: they are of a list.
	Kind      string
	Listed    bool
	Lines     []answerLine
	Order     []optionRow
	Here      []placeRow
	Others    []placeToAsk
	Elsewhere string
}

// answerLine is an answer to choose from, by its number in the form.
type answerLine struct {
	Path, Number string
	// Known: it is there already.
	Known bool
}

// optionRow is an answer in its order.
type optionRow struct {
	ID, Text string
	Off      bool
	moves    []move
}

// Moves are the steps that a row can go, as forms.
func (r optionRow) Moves(f *screen.Form) []move { return itemRow{moves: r.moves}.Moves(f) }

// placeRow is where the question is asked at this event.
type placeRow struct {
	ID, Text, Numbers string
	Must, Hidden      bool
	// Own: it can be changed here.
	Own bool
}

// placeToAsk is where it could be asked.
type placeToAsk struct{ Entity, ID, Text string }

func questionScreen(o *screen.Pages) *screen.Screen {
	toList := func(v *screen.Visit, _ any) string { return v.Path("/events/%d/questions", v.ID("id")) }
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/questions/{question}", Post: "POST /office/{alias}/events/{id}/questions/{question}", Needs: app.EditQuestions,
		Template: o.Template(templates, "question.html"), Show: showQuestion,
		Forms: map[string]screen.Then{
			questionOp: {Say: "office.question_made", To: func(v *screen.Visit, out any) string {
				return fmt.Sprintf("%s/%d", toList(v, nil), rest.IDOf(out))
			}},
			changeQuestionOp: {Say: "office.saved", Undo: true, Whole: []string{"options"}},
			moveOptionOp:     {Say: "office.moved"},
			dropQuestionOp:   {Say: "office.question_deleted", Restore: "POST questions/restore", To: toList},
			askOp:            {Say: "office.question_asked"}, askedOp: {Say: "office.saved"},
			dropAskOp: {Say: "office.question_dropped", Restore: "POST question-fields/restore"},
		},
	}
}

// showQuestion shows a question that is to be made, or one that is there.
func showQuestion(v *screen.Visit) error {
	if !v.Holds(app.ViewEvents) {
		return app.Missing("page")
	}
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	body := &questionBody{E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), Asked: v.Path("/events/%d/questions", e.ID), Op: questionOp}
	v.Body.It = body
	v.View.Title = v.View.T("office.new_question")
	if v.R.PathValue("question") == "new" {
		f := v.Body.Add(questionOp).Fill(map[string]any{"question": "", "type": "", "description": "", "group": string(capture.Shop), "validation": ""})
		for _, t := range capture.Types {
			f.Lists["type"] = append(f.Lists["type"], screen.Option{Value: string(t), Text: v.View.T("office.answer_" + string(t))})
		}
		offerGroupsOf(v, f, capture.Shop)
		body.Listed = true
		body.addLines(f, newLines)
		return nil
	}
	return body.showKnown(v)
}

// showKnown shows a question that is there: what it is, its answers, and where it is asked.
func (b *questionBody) showKnown(v *screen.Visit) error {
	q, err := capture.ReadQuestion(v.R.Context(), v.App, v.Caller, v.ID("question"))
	if err != nil {
		return app.Missing("page")
	}
	v.View.Title = q.Text
	b.Op, b.Kind, b.Listed = changeQuestionOp, v.View.T("office.answer_"+string(q.Type)), q.Type.HasOptions()
	if q.Places > 1 {
		b.Elsewhere = v.View.T("office.question_elsewhere", "n", q.Places)
	}
	f := v.Body.Add(changeQuestionOp).Fill(map[string]any{
		"id": q.ID, "question": q.Text, "description": q.Description, "group": string(q.Group), "validation": q.Rules,
	}).About("questions", q.ID)
	offerGroupsOf(v, f, q.Group)
	for i := range q.Options {
		o := &q.Options[i]
		if o.DeletedAt != nil {
			continue
		}
		at := b.line(true)
		f.Fill(map[string]any{at + "id": o.ID, at + "value": o.Value, at + "isEnabled": !o.Disabled})
		b.Order = append(b.Order, optionRow{ID: screen.Number(o.ID), Text: o.Value, Off: o.Disabled})
	}
	if b.Listed {
		b.addLines(f, moreLines)
		b.movable()
	}
	v.Body.Add(moveOptionOp)
	v.Body.Add(dropQuestionOp).Put("id", q.ID)
	return b.addPlaces(v, q.ID)
}

// line is a further line for an answer; what is in front of its fields in the form is given.
func (b *questionBody) line(known bool) string {
	n := len(b.Lines)
	at := fmt.Sprintf("options.%d.", n)
	b.Lines = append(b.Lines, answerLine{Path: at, Number: screen.Number(int64(n + 1)), Known: known})
	return at
}

// addLines adds lines that wait to be filled in.
func (b *questionBody) addLines(f *screen.Form, n int) {
	for range n {
		f.Put(b.line(false)+"value", "")
	}
}

// movable says what each answer stands in front of when it goes up or down.
func (b *questionBody) movable() {
	for i := range b.Order {
		r := &b.Order[i]
		if i > 0 {
			r.moves = append(r.moves, move{ID: r.ID, Before: b.Order[i-1].ID, Way: "up", Word: "office.move_up", Name: r.Text})
		}
		if i+1 < len(b.Order) {
			down := move{ID: r.ID, Way: "down", Word: "office.move_down", Name: r.Text}
			if i+2 < len(b.Order) {
				down.Before = b.Order[i+2].ID
			}
			r.moves = append(r.moves, down)
		}
	}
}

// offerGroupsOf offers what answers are for: the two that buyers are asked for, and the one that it is.
func offerGroupsOf(v *screen.Visit, f *screen.Form, now capture.Group) {
	for _, g := range capture.Groups {
		if g == capture.Shop || g == capture.Marketing || g == now {
			f.Lists["group"] = append(f.Lists["group"], screen.Option{Value: string(g), Text: v.View.T("office.answers_for_" + string(g))})
		}
	}
}

// addPlaces tells where the question is asked at the event, and where it could be.
func (b *questionBody) addPlaces(v *screen.Visit, id int64) error {
	all, err := capture.AtEvent(v.R.Context(), v.App, v.Caller, b.E.ID)
	if err != nil {
		return err
	}
	asked := map[placeToAsk]bool{}
	for i := range all {
		f := &all[i]
		if f.Question.ID != id {
			continue
		}
		row := askedRowOf(v, b.E, f)
		b.Here = append(b.Here, placeRow{ID: row.ID, Text: row.Of, Numbers: row.Numbers, Must: f.Field.Required, Hidden: f.Field.Hidden, Own: row.Own})
		asked[placeToAsk{Entity: string(f.Field.Entity), ID: screen.Number(f.Field.EntityID)}] = true
	}
	offer := func(e capture.Entity, of int64, text string) {
		p := placeToAsk{Entity: string(e), ID: screen.Number(of)}
		if !asked[p] {
			p.Text = text
			b.Others = append(b.Others, p)
		}
	}
	offer(capture.OfEvent, b.E.ID, v.View.T("office.of_event"))
	for _, it := range ordered(b.E) {
		if it.Admits() {
			offer(capture.OfUnit, it.ID, v.View.T("office.of_each", "name", it.Item.Name))
		}
	}
	v.Body.Add(askOp).Fill(map[string]any{"questionId": id, "assignedToEntity": "", "assignedToId": ""})
	v.Body.Add(askedOp).Fill(map[string]any{"id": "", "isRequired": "", "hideDuringCheckout": ""})
	v.Body.Add(dropAskOp).Fill(map[string]any{"id": ""})
	return nil
}
