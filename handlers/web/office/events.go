package office

import (
	"net/url"
	"strconv"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
)

// eventsBody is the list of the events of a state.
type eventsBody struct {
	Tabs         []tab
	Rows         []eventRow
	Query, State string
	// Sum says what there is in all, Nothing that nothing was found.
	Sum, Nothing string
	New          string
	Earlier      string
	Later        string
	Empty        bool
}

func (o *Office) events() *screen {
	return &screen{
		get: "GET /office/{alias}/events", needs: catalogReaders, template: o.template("events.html"), show: (*visit).showEvents,
	}
}

// showEvents lists the events of a state.
func (v *visit) showEvents() error {
	v.view.Title = v.view.T("office.events")
	q := v.r.URL.Query()
	ask := office.AskEvents{State: stateOf(q.Get("state")), Query: q.Get("query")}
	if n, err := strconv.ParseInt(q.Get("page"), 10, 32); err == nil && n > 0 {
		ask.Page = n
	}
	list, err := office.ReadEvents(v.r.Context(), v.app, v.caller, ask)
	if err != nil {
		return err
	}
	body := &eventsBody{Query: ask.Query, State: string(ask.State), Tabs: v.stateTabs(ask.State, list.Counts)}
	if v.holds(app.CreateEvents) {
		body.New = v.path("/events/new")
	}
	for i := range list.Rows {
		body.Rows = append(body.Rows, v.eventRow(&list.Rows[i]))
	}
	body.Sum = v.sumOf(&list)
	body.Empty = ask.Query == "" && list.Counts[catalog.Coming]+list.Counts[catalog.Drafts]+list.Counts[catalog.Over]+list.Counts[catalog.Cancelled] == 0
	if len(list.Rows) == 0 {
		body.Nothing = v.view.T("office.no_" + string(ask.State))
		if ask.Query != "" {
			body.Nothing = v.view.T("office.not_found", "query", ask.Query)
		}
	}
	body.Earlier, body.Later = v.pages(&ask, list.Total)
	v.body.It = body
	return nil
}

// stateOf is the state that an address names, the coming ones if it names none.
func stateOf(text string) catalog.EventState {
	for _, s := range catalog.EventStates() {
		if s == text {
			return catalog.EventState(s)
		}
	}
	return catalog.Coming
}

// stateTabs are the states to choose from.
func (v *visit) stateTabs(at catalog.EventState, counts map[catalog.EventState]int64) (all []tab) {
	for _, s := range catalog.EventStates() {
		t := tab{Text: v.view.T("office." + s), To: v.path("/events?state=%s", s), Here: s == string(at)}
		if n := counts[catalog.EventState(s)]; n > 0 && s != string(catalog.Cancelled) {
			t.Count = v.view.Number(n)
		}
		all = append(all, t)
	}
	return all
}

// sumOf says what the events of a page come to, where the page has all of them.
func (v *visit) sumOf(list *office.Events) string {
	if len(list.Rows) == 0 || int64(len(list.Rows)) < list.Total {
		return ""
	}
	sum := office.Row{Net: map[int64]int64{}}
	for i := range list.Rows {
		sum.Sold += list.Rows[i].Sold
		for cur, net := range list.Rows[i].Net {
			sum.Net[cur] += net
		}
	}
	return v.view.T("office.events_sum", "n", list.Total, "sold", v.view.T("page.tickets", "n", sum.Sold))
}

// pages are the addresses of the pages before and after one.
func (v *visit) pages(ask *office.AskEvents, total int64) (earlier, later string) {
	at := func(n int64) string {
		q := url.Values{"state": {string(ask.State)}, "page": {strconv.FormatInt(n, 10)}}
		if ask.Query != "" {
			q.Set("query", ask.Query)
		}
		return v.path("/events?%s", q.Encode())
	}
	if ask.Page > 0 {
		earlier = at(ask.Page - 1)
	}
	if (ask.Page+1)*office.PageSize < total {
		later = at(ask.Page + 1)
	}
	return earlier, later
}
