package shop

import (
	"fmt"
	"html/template"
	"slices"

	"marquee/app/company"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

type groupView struct {
	shop.Group
	Anchor string
	// Plain: what is in no group stands right below the title, and needs none.
	Plain bool
	Rows  []row
}

// row is one thing on sale.
type row struct {
	shop.Item
	Currency company.Currency
	When     template.HTML // it is on sale from, or was until
	Problem  string
	Action   string
	SeatsAt  string
	Typed    string // the amount that was typed
	// Only is how many are left of what more were wanted of, 0: nobody wanted more.
	Only     int64
	SignInAt string
}

// slotsView is the row that leads to the times of an event.
type slotsView struct {
	To, From string
	Days, N  int
	SoldOut  bool
}

// rows are the things on sale as the page shows them.
func (b *eventBody) rows(v *visit, e *shop.Event) {
	tickets := 0
	for i := range e.Groups {
		g := groupView{Group: e.Groups[i], Anchor: fmt.Sprintf("g%d", i+1)}
		if g.Name == "" {
			g.Name, g.Plain = v.view.T("shop.group_tickets"), !g.Extras
			if g.Extras {
				g.Name, g.Help = v.view.T("shop.group_extras"), v.view.T("shop.group_extras_help")
			}
		}
		for _, it := range g.Items {
			r := row{Item: it, Currency: b.Currency, Action: b.Action, SignInAt: b.SignInAt}
			switch {
			case it.State == shop.Later:
				r.When = v.view.Moment(it.From.In(e.Start.Location()))
			case it.State == shop.Over && it.Until != nil:
				r.When = template.HTML(v.view.Lang.DayMonth(it.Until.In(e.Start.Location())))
			}
			if e.Seated && it.BandID != 0 {
				r.SeatsAt = v.path("/events/%d/seats", e.ID)
			}
			g.Rows = append(g.Rows, r)
		}
		tickets += len(g.Rows)
		b.Groups = append(b.Groups, g)
	}
	slices.SortStableFunc(b.Groups, func(x, y groupView) int { return extrasLast(x.Extras) - extrasLast(y.Extras) })
	b.Anchors = tickets > maxAnchors && len(b.Groups) > 1
	if len(e.Slots) > 0 {
		b.Slots = v.slots(e, b.Currency)
	}
}

func extrasLast(extras bool) int {
	if extras {
		return 1
	}
	return 0
}

// problem notes why something could not be done, beside the item that it is about.
func (b *eventBody) problem(text string, item int64) {
	for g := range b.Groups {
		for i := range b.Groups[g].Rows {
			if r := &b.Groups[g].Rows[i]; r.ID == item {
				r.Problem, b.ProblemAt = text, item
				return
			}
		}
	}
	b.Problem = text
}

// onlyLeft offers what is left of something of which more was wanted. The number is never
// changed without a word.
func (b *eventBody) onlyLeft(v *page.View, item, left int64) {
	for g := range b.Groups {
		for i := range b.Groups[g].Rows {
			if r := &b.Groups[g].Rows[i]; r.ID == item {
				r.Problem, r.Only, b.ProblemAt = v.T("shop.only_left", "n", left), left, item
			}
		}
	}
}
