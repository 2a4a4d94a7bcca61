package shop

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/shop"
	"marquee/handlers/rest"
	"marquee/handlers/web/page"
)

// questionsView is the questions about one thing.
type questionsView struct {
	Legend    string
	Questions []questionView
}

// questionView is one question as a form shows it.
type questionView struct {
	shop.Asked
	Name, ID string
	// Kind is how it is drawn: text, long, select, radio, many, check, range.
	Kind string
	// Input is the type of the input, and Mode what a phone offers to type with.
	Input, Mode string
	Value       string
	// Second is the other end of a range.
	Second  string
	Options []optionView
	Problem string
	// Had: it was answered before.
	Had bool
}

type optionView struct {
	ID    int64
	Value string
	On    bool
}

// questions shows what is asked, with the answers that are there.
func questions(v *page.View, all []shop.AskedAbout) []questionsView {
	var out []questionsView
	for _, about := range all {
		one := questionsView{Legend: about.Name}
		if about.Number > 0 && about.Of > 1 {
			one.Legend = v.T("shop.unit", "name", about.Name, "number", strconv.Itoa(about.Number))
		}
		for _, q := range about.Questions {
			one.Questions = append(one.Questions, question(q))
		}
		out = append(out, one)
	}
	return out
}

func question(q shop.Asked) questionView {
	out := questionView{Asked: q, Name: fmt.Sprintf("q.%d.%d", q.FieldID, q.ItemID), Value: q.Answer.Text, Kind: "text", Input: "text"}
	out.ID = strings.ReplaceAll(out.Name, ".", "-")
	for i := range q.Question.Options {
		o := &q.Question.Options[i]
		if o.Offered() || slices.Contains(q.Answer.Chosen, o.ID) {
			out.Options = append(out.Options, optionView{o.ID, o.Value, slices.Contains(q.Answer.Chosen, o.ID)})
		}
	}
	switch q.Question.Type {
	case capture.LongText:
		out.Kind = "long"
	case capture.Select:
		out.Kind = "select"
	case capture.Radio:
		out.Kind = "radio"
	case capture.MultiCheckbox:
		out.Kind = "many"
	case capture.Checkbox:
		out.Kind = "check"
	case capture.YesNo:
		out.Kind = "yesno"
	case capture.Number:
		out.Mode = "decimal"
	case capture.Phone:
		out.Input = "tel"
	case capture.Email:
		out.Input = "email"
	case capture.Date:
		out.Input = "date"
	case capture.DateTime:
		out.Input = "datetime-local"
	case capture.DateRange, capture.DateTimeRange:
		out.Kind, out.Input = "range", "date"
		if q.Question.Type == capture.DateTimeRange {
			out.Input = "datetime-local"
		}
	}
	switch q.Question.Type {
	case capture.Date, capture.DateTime, capture.DateRange, capture.DateTimeRange:
		out.Value, out.Second = q.Question.PageValues(q.Answer.Text)
	}
	return out
}

// answered reads the answers of a form into the questions, as they were typed.
func answered(all []questionsView, form url.Values) []*questionView {
	var flat []*questionView
	for i := range all {
		for k := range all[i].Questions {
			q := &all[i].Questions[k]
			q.take(form)
			flat = append(flat, q)
		}
	}
	return flat
}

func (q *questionView) take(form url.Values) {
	values := form[q.Name]
	q.Had, q.Answer = !q.Answer.Empty(), capture.Answer{}
	if q.Question.Type.HasOptions() {
		for i := range q.Options {
			o := &q.Options[i]
			if o.On = slices.Contains(values, decimal(o.ID)); o.On {
				q.Answer.Chosen = append(q.Answer.Chosen, o.ID)
			}
		}
		return
	}
	q.Answer.Text = strings.TrimSpace(form.Get(q.Name))
	if q.Value = q.Answer.Text; q.Kind == "range" {
		q.Second = strings.TrimSpace(form.Get(q.Name + ".to"))
		if q.Answer.Text = q.Value + "/" + q.Second; q.Answer.Text == "/" {
			q.Answer.Text = ""
		}
	}
	if q.Kind == "check" && q.Answer.Text == "" && q.Question.Group == capture.Marketing {
		q.Answer.Text = "no" // leaving a consent empty is an answer
	}
}

// answer keeps what is right of the answers with the basket.
func (v *visit) answer(b *shop.Basket, flat []*questionView) error {
	return keepAnswers(v.view, b.Order.ID, flat, func(given []capture.Given) error {
		_, err := capture.Save(v.r.Context(), v.app(), v.buyer, given)
		return err
	})
}

// keepAnswers keeps what is right of the answers, and notes beside each question what is
// not.
func keepAnswers(v *page.View, orderID int64, flat []*questionView, save func([]capture.Given) error) error {
	for _, q := range flat {
		if q.Required && q.Answer.Declines(q.Question) {
			q.Problem = v.T("shop.answer_missing")
		}
	}
	for range 2 { // once more without those that are refused
		var given []capture.Given
		var of []*questionView
		for _, q := range flat {
			if q.Answer.Empty() && !q.Had || q.Problem != "" {
				continue
			}
			given = append(given, capture.Given{FieldID: q.FieldID, OrderID: orderID, ItemID: q.ItemID, Answer: q.Answer, Clears: true})
			of = append(of, q)
		}
		if len(given) == 0 {
			return nil
		}
		if err := save(given); err == nil || !blame(v, err, of) {
			return err
		}
	}
	return nil
}

// blame notes refusals beside the questions that they are about.
func blame(v *page.View, err error, of []*questionView) bool {
	var e *app.Error
	if !errors.As(err, &e) || len(e.Fields) == 0 {
		return false
	}
	found := false
	for _, f := range e.Fields {
		at, _, _ := strings.Cut(f.Field, ".")
		if n, err := strconv.Atoi(at); err == nil && n >= 0 && n < len(of) {
			of[n].Problem = rest.Sentence(string(v.Lang), f.Message)
			found = true
		}
	}
	return found
}
