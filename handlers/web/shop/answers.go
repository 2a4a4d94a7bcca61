package shop

import (
	"net/http"

	"marquee/app/capture"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// askedView is what an order is still asked, in words.
type askedView struct {
	Action    string
	Questions []questionsView
	Problems  []problem
	// Needed: the organiser needs some of the answers.
	Needed bool
}

func (b *orderBody) addAsked(v *page.View, path string) {
	if len(b.Order.Asked) == 0 {
		return
	}
	b.Asked = &askedView{Action: path + "/answers", Questions: questions(v, b.Order.Asked)}
	for _, about := range b.Order.Asked {
		for _, q := range about.Questions {
			b.Asked.Needed = b.Asked.Needed || q.Required
		}
	}
}

// answerLater keeps answers that were not given before the payment, for whoever has the
// link to the page of the order.
func (s *Shop) answerLater(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	view, token := s.site.View(w, r), r.PathValue("token")
	o, err := shop.ReadOrder(r.Context(), s.site.App, token, string(view.Lang))
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	asked := questions(view, o.Asked)
	flat := answered(asked, form)
	err = keepAnswers(view, o.Order.ID, flat, func(given []capture.Given) error {
		return capture.SaveAsBuyer(r.Context(), s.site.App, token, given)
	})
	var wrong []problem
	for _, q := range flat {
		if q.Problem != "" {
			wrong = append(wrong, problem{q.Question.Text, q.ID})
		}
	}
	switch {
	case err != nil:
		s.site.Refuse(w, r, err)
	case len(wrong) == 0:
		page.GoOn(w, r, "/orders/"+token)
	default:
		s.orderAgain(w, r, func(b *orderBody, _ *page.View) {
			if b.Asked != nil {
				b.Asked.Problems = wrong
				b.Asked.fill(flat)
			}
		})
	}
}

// fill shows again what was typed, with what is wrong with it.
func (a *askedView) fill(typed []*questionView) {
	for i := range a.Questions {
		for k := range a.Questions[i].Questions {
			for _, q := range typed {
				if q.Name == a.Questions[i].Questions[k].Name {
					a.Questions[i].Questions[k] = *q
				}
			}
		}
	}
}
