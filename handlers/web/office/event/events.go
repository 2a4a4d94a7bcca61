package event

import (
	"marquee/handlers/web/office/screen"
	"net/url"
	"strconv"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/office"
)

// eventsBody is the list of the events of a state.
type eventsBody struct {
	Tabs         []screen.Tab
	Rows         []screen.EventRow
	Query, State string
	// Sum says what there is in all, Nothing that nothing was found.
	Sum, Nothing string
	New          string
	Earlier      string
	Later        string
	Empty        bool
}

func eventsScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events", Needs: screen.CatalogReaders, Template: o.Template(templates, "events.html"), Show: showEvents,
	}
}

// showEvents lists the events of a state.
func showEvents(v *screen.Visit) error {
	v.View.Title = v.View.T("office.events")
	q := v.R.URL.Query()
	ask := office.AskEvents{State: stateOf(q.Get("state")), Query: q.Get("query")}
	if n, err := strconv.ParseInt(q.Get("page"), 10, 32); err == nil && n > 0 {
		ask.Page = n
	}
	list, err := office.ReadEvents(v.R.Context(), v.App, v.Caller, ask)
	if err != nil {
		return err
	}
	body := &eventsBody{Query: ask.Query, State: string(ask.State), Tabs: stateTabs(v, ask.State, list.Counts)}
	if v.Holds(app.CreateEvents) {
		body.New = v.Path("/events/new")
	}
	for i := range list.Rows {
		body.Rows = append(body.Rows, v.EventRow(&list.Rows[i]))
	}
	body.Sum = sumOf(v, &list)
	body.Empty = ask.Query == "" && list.Counts[catalog.Coming]+list.Counts[catalog.Drafts]+list.Counts[catalog.Over]+list.Counts[catalog.Cancelled] == 0
	if len(list.Rows) == 0 {
		body.Nothing = v.View.T("office.no_" + string(ask.State))
		if ask.Query != "" {
			body.Nothing = v.View.T("office.not_found", "query", ask.Query)
		}
	}
	body.Earlier, body.Later = pages(v, &ask, list.Total)
	v.Body.It = body
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
func stateTabs(v *screen.Visit, at catalog.EventState, counts map[catalog.EventState]int64) (all []screen.Tab) {
	for _, s := range catalog.EventStates() {
		t := screen.Tab{Text: v.View.T("office." + s), To: v.Path("/events?state=%s", s), Here: s == string(at)}
		if n := counts[catalog.EventState(s)]; n > 0 && s != string(catalog.Cancelled) {
			t.Count = v.View.Number(n)
		}
		all = append(all, t)
	}
	return all
}

// sumOf says what the events of a page come to, where the page has all of them.
func sumOf(v *screen.Visit, list *office.Events) string {
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
	return v.View.T("office.events_sum", "n", list.Total, "sold", v.View.T("page.tickets", "n", sum.Sold))
}

// pages are the addresses of the pages before and after one.
func pages(v *screen.Visit, ask *office.AskEvents, total int64) (earlier, later string) {
	at := func(n int64) string {
		q := url.Values{"state": {string(ask.State)}, "page": {strconv.FormatInt(n, 10)}}
		if ask.Query != "" {
			q.Set("query", ask.Query)
		}
		return v.Path("/events?%s", q.Encode())
	}
	if ask.Page > 0 {
		earlier = at(ask.Page - 1)
	}
	if (ask.Page+1)*office.PageSize < total {
		later = at(ask.Page + 1)
	}
	return earlier, later
}
