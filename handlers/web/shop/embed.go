package shop

import (
	"fmt"
	"net/http"
	"strconv"

	"marquee/app"
	"marquee/app/order"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// embedBody is an event in a frame on the promoter's own site: what it sells, with how
// many of each. Choosing happens there, everything else on the shop's own pages, which
// the form opens in place of the site: browsers keep no basket for a frame.
type embedBody struct {
	*eventBody
	Whole string // the page of the event
	Picks bool   // something can be chosen in the frame
}

// choices is how many different numbers of one thing a frame offers.
const choices = 10

// Numbers are those of which one can be chosen in a frame, without 0; none where choosing
// needs a page of its own.
func (r row) Numbers() (all []int64) {
	if r.State != shop.OnSale || r.Named || r.SeatsAt != "" {
		return nil
	}
	for n := r.First; len(all) < choices && (r.Max == 0 || n <= r.Max) && (r.Left == nil || n <= *r.Left); n += max(1, r.Step) {
		if n > 0 {
			all = append(all, n)
		}
	}
	return all
}

// showEmbed shows an event in a frame. It is the same for everybody: a frame has no cookies.
func (s *Shop) showEmbed(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	key := fmt.Sprintf("embed %d %d %s %s", v.company.ID, id, v.view.Lang, s.site.Origin(v.r))
	return s.site.ShowHot(v.w, v.r, key, s.embed, func() (*page.View, error) {
		v.basket, v.r.URL.RawQuery = order.Key{}, ""
		e, err := v.eventBody(id)
		if err != nil {
			return nil, err
		}
		body := &embedBody{eventBody: e, Whole: e.Action}
		e.Action = v.path("/events/%d/take", id)
		for _, g := range e.Groups {
			for _, r := range g.Rows {
				body.Picks = body.Picks || len(r.Numbers()) > 0
			}
		}
		v.view.Bare, v.view.Unlisted, v.view.Policy.Framed, v.view.Scripts = true, true, true, []string{"frame.js"}
		v.view.Body = body
		return v.view, nil
	})
}

// takeMany puts what was chosen in a frame into the basket, all of it or nothing.
func (s *Shop) takeMany(v *visit) error {
	id, err := v.number("event")
	if err != nil {
		return err
	}
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	e, b, err := shop.ReadEvent(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id, Basket: v.basket})
	if err != nil {
		return err
	}
	var items []rules.AddItem
	for _, g := range e.Groups {
		for _, it := range g.Items {
			n, err := strconv.ParseInt(form.Get("n"+decimal(it.ID)), 10, 64)
			if err == nil && n > 0 && it.Left != nil && *it.Left > 0 && n > *it.Left {
				return s.offerLeft(v, id, &it)
			}
			if err == nil && n > 0 {
				items = append(items, rules.AddItem{SaleItemID: it.ID, Quantity: &n})
			}
		}
	}
	if len(items) == 0 {
		return v.goOn(v.path("/events/%d", id))
	}
	err = v.add(b, items...)
	if err == nil {
		return v.goOn(v.path("/basket"))
	}
	if !told(err) && app.KindOf(err) != app.NotFound {
		return err
	}
	body, shown := v.eventBody(id)
	if shown != nil {
		return shown
	}
	body.Action = v.path("/events/%d", id)
	body.problem(say(v.view, err), 0)
	return v.showAgain(s.event, body)
}

// offerLeft shows an event with what is left of something of which more was wanted.
func (s *Shop) offerLeft(v *visit, id int64, it *shop.Item) error {
	body, err := v.eventBody(id)
	if err != nil {
		return err
	}
	v.view.Address = v.path("/events/%d", id)
	body.onlyLeft(v.view, it.ID, *it.Left/it.Step*it.Step)
	return v.showAgain(s.event, body)
}

// showFrameMaker is the script that promoters put on their sites.
func (s *Shop) showFrameMaker(w http.ResponseWriter, r *http.Request) {
	script, _ := s.site.Assets.Content("embed.js")
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	s.site.Send(w, r, http.StatusOK, script)
}
