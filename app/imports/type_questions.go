package imports

import (
	"context"

	"marquee/app"
	"marquee/app/capture"
	"marquee/indexes"
)

func questions() *Type {
	return &Type{
		Name: "questions", About: "Questions that buyers are asked. Found by id, else by their text. A row can also say of which event or company orders it is asked.",
		Needs: []app.Ability{app.EditQuestions, app.ViewEvents},
		Fields: []Field{
			{Name: "id", About: "Number of a question that is there.", Unique: true},
			{Name: "question", About: "What is asked.", Required: true, Unique: true, Also: []string{"text", "title", "frage"}},
			{Name: "type", About: "text, long_text, select, number, checkbox, multi_checkbox, radio, yes_no, phone, email, date, datetime, daterange or datetimerange; text where there is none.", Also: []string{"question type"}},
			{Name: "group", About: "shop, marketing, internal or access_control; shop where there is none."},
			{Name: "description", About: "Description."},
			{Name: "validation", About: "Rules of an answer, joined by a bar."},
			{Name: "options", About: "What can be chosen, in one cell.", Also: []string{"answers", "choices", "antworten"}},
			{Name: "everywhere", About: "Yes: every order is asked."},
			{Name: "eventId", About: "Number of the event whose orders are asked.", Wire: []string{"assignedToId"}},
			{Name: "eventExternalId", About: "What another system calls the event."},
			{Name: "event", About: "Name of the event.", Also: []string{"event name"}},
			{Name: "eventStart", About: "Start of the event, where several have the name."},
			{Name: "required", About: "Yes or no: where it is asked, it has to be answered.", Also: []string{"mandatory", "pflicht"}},
		},
		Apply: applyQuestion,
	}
}

func applyQuestion(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	names := make([]string, len(capture.Types))
	for i, t := range capture.Types {
		names[i] = string(t)
	}
	typ := capture.Type(r.choice("type", names...))
	in := capture.QuestionFields{Text: r.given("question"), Description: r.given("description"), Rules: r.given("validation")}
	if group := capture.Group(r.choice("group", "shop", "marketing", "internal", "access_control")); group != "" {
		in.Group = &group
	}
	event, err := r.event("eventId", "eventExternalId", "event", "eventStart")
	if err != nil {
		return m, err
	}
	known, found, err := r.knownQuestion()
	if err != nil || r.failed() {
		return m, err
	}
	if found && typ != "" && typ != known.Type {
		r.note("type", "is that of a question which is there, and never changes")
		return m, nil
	}
	r.options(&in, &known)
	q := known
	if found {
		m = made{id: known.ID, did: Changed}
		_, err = capture.UpdateQuestion(ctx, d.app, d.caller, known.ID, in)
	} else {
		if typ == "" {
			typ = capture.Text
		}
		q, err = capture.CreateQuestion(ctx, d.app, d.caller, typ, in)
		m = made{id: q.ID, did: Created}
	}
	if err != nil {
		return m, err
	}
	return m, r.ask(ctx, d, q.ID, event)
}

// knownQuestion finds the question of a row.
func (r record) knownQuestion() (q capture.Question, found bool, err error) {
	id, text := r.id("id"), app.Fold(r.text("question"))
	for hit, err := range capture.Questions.Scan(r.d.tx, indexes.All[int64]()) {
		if err != nil {
			return q, false, err
		}
		if one := hit.Rec; one.DeletedAt == nil && (id != 0 && one.ID == id || id == 0 && app.Fold(one.Text) == text) {
			return one, true, nil
		}
	}
	if id != 0 {
		r.note("id", "is no question that there is")
	}
	return q, false, nil
}

// options are what a row says can be chosen; those that are there keep their ids.
func (r record) options(in *capture.QuestionFields, known *capture.Question) {
	names := r.list("options")
	if len(names) == 0 {
		return
	}
	all := []capture.OptionFields{}
	for _, name := range names {
		o := capture.OptionFields{Value: name}
		for i := range known.Options {
			if app.Fold(known.Options[i].Value) == app.Fold(name) {
				o.ID = known.Options[i].ID
			}
		}
		all = append(all, o)
	}
	in.Options = &all
}

// ask has the question asked where the row says, unless it is asked there already.
func (r record) ask(ctx context.Context, d *doing, question, event int64) error {
	for _, at := range []struct {
		yes    bool
		entity capture.Entity
		id     int64
	}{{r.yes("everywhere"), capture.OfCompany, 0}, {event != 0, capture.OfEvent, event}} {
		if !at.yes {
			continue
		}
		asked, err := capture.AskedAt(d.tx, question, at.entity, at.id)
		if err != nil || asked {
			if err != nil {
				return err
			}
			continue
		}
		if _, err := capture.CreateField(ctx, d.app, d.caller, question, at.entity, at.id, capture.FieldFields{Required: r.flag("required")}); err != nil {
			return err
		}
	}
	return nil
}
