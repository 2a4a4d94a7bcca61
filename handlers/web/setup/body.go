package setup

import (
	"marquee/app/firstrun"
	"marquee/handlers/web/page"
)

// names are those of the five steps, and paths where each is.
var (
	names = []string{"you", "event", "tickets", "pay", "publish"}
	paths = []string{"", "/setup/event", "/setup/tickets", "/setup/pay", "/setup/publish"}
)

// mark is a step among the others.
type mark struct {
	N         int
	Name, To  string
	Now, Done bool
}

// body is what a page of a step shows.
type body struct {
	form
	N                    int // of the step, from 1
	Title, Lead, Company string
	Marks                []mark
	// Problem is what is wrong beside the fields.
	Problem string
	// Back is the step before, empty: there is none.
	Back    string
	Shown   *shown
	Choices map[string][]choice
	Rows    []row
	// Symbol is that of the currency.
	Symbol string
	Checks []check
	Way    string
}

// choice is one of several values.
type choice struct {
	Value, Text string
	Chosen      bool
	// Currency is that of a time zone.
	Currency string
}

// bodyOf is the page of a step, counted from 1, of a company that has come so far.
func bodyOf(v *page.View, n int, reached int) *body {
	key := names[n-1]
	b := &body{N: n, Title: v.T("setup." + key + "_title"), Lead: v.T("setup." + key + "_lead"), Choices: map[string][]choice{}}
	b.form = form{view: v, values: map[string]string{}, wrong: map[string]string{}}
	for i, name := range names {
		m := mark{N: i + 1, Name: v.T("setup." + name), Now: i+1 == n, Done: i+1 < reached && i+1 != n}
		if i > 0 && i+1 <= reached && i+1 != n {
			m.To = paths[i]
		}
		b.Marks = append(b.Marks, m)
	}
	if n > 2 {
		b.Back = paths[n-2]
	}
	v.Title = b.Title
	return b
}

// reached is the first step that is not done yet.
func reached(s *firstrun.State) int {
	switch {
	case s.Event == nil:
		return 2
	case len(s.Tickets) == 0:
		return 3
	case !s.Company.Demo && s.Card == "" && !s.Transfers && !s.Done():
		return 4
	}
	return 5
}

// shown is the event as buyers see it.
type shown struct {
	Title, When, Where string
	Tickets            []priced
	Places             string
}

type priced struct{ Name, Price string }

// shownOf draws the picture beside a step.
func shownOf(v *page.View, s *firstrun.State) *shown {
	out := &shown{Title: v.T("setup.your_event")}
	if s.Event == nil {
		return out
	}
	e := s.Event
	out.Title, out.When = e.Name, v.Lang.Moment(e.Start.In(e.Location()))
	if e.Place != nil {
		out.Where = e.Place.Name + ", " + e.Place.City
	}
	places, bounded := int64(0), len(s.Tickets) > 0
	for i := range s.Tickets {
		t := &s.Tickets[i]
		p := priced{Name: t.Item.Name}
		if len(t.Prices) > 0 {
			p.Price = v.Amount(s.Company.Currency(), t.Prices[0].Base)
		}
		out.Tickets = append(out.Tickets, p)
		if t.Stock.Total == nil {
			bounded = false
			continue
		}
		places += *t.Stock.Total
	}
	if bounded {
		out.Places = v.T("setup.places", "n", places)
	}
	return out
}
