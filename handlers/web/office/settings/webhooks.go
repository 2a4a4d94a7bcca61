package settings

import (
	"fmt"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/webhook"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// callsShown is how many calls of a receiver its page has.
const callsShown = 50

func webhookScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/webhooks", Post: "POST /office/{alias}/settings/webhooks", Needs: app.ViewWebhooks,
		Template: o.Template(templates, "shared.html", "webhooks.html"), Show: showWebhooks,
		Forms: map[string]screen.Then{"POST webhooks": {
			Say: "office.hook_made", Once: rest.SecretOf, To: func(v *screen.Visit, out any) string { return v.Path("/settings/webhooks/%d", rest.IDOf(out)) },
		}},
	}, {
		Get: "GET /office/{alias}/settings/webhooks/{id}", Post: "POST /office/{alias}/settings/webhooks/{id}", Needs: app.ViewWebhooks,
		Template: o.Template(templates, "shared.html", "webhook.html"), Show: showWebhook,
		Forms: map[string]screen.Then{
			"POST webhooks/update":    {Say: "office.saved", Undo: true},
			"POST webhooks/secret":    {Say: "office.hook_secret_new", Once: rest.SecretOf},
			"POST webhooks/test":      {Say: "office.hook_tested"},
			"POST webhook-calls/send": {Say: "office.hook_again"},
			"DELETE webhooks":         {Say: "office.hook_deleted", To: func(v *screen.Visit, _ any) string { return v.Path("/settings/webhooks") }},
		},
	}}
}

// hooksBody is the list of receivers.
type hooksBody struct {
	Aside []heading
	Rows  []hookRow
}

// hookRow is a receiver, and how it stands.
type hookRow struct {
	Name, URL, To, About string
	Chip                 screen.Chip
}

func showWebhooks(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_webhooks")
	page, err := webhook.List(v.R.Context(), v.App, v.Caller, webhook.EndpointFilter{Request: list.Request{Limit: webhook.MaxPage}})
	if err != nil {
		return err
	}
	b := &hooksBody{Aside: aside(v, "webhooks")}
	for i := range page.Rows {
		b.Rows = append(b.Rows, hookOf(v, &page.Rows[i]))
	}
	f := v.Body.Add("POST webhooks").Fill(map[string]any{"name": "", "url": "", "kinds": []string{}})
	f.Lists["kinds"] = kindOptions(v)
	v.Body.It = b
	return nil
}

func hookOf(v *screen.Visit, w *webhook.View) hookRow {
	row := hookRow{Name: w.Name, URL: w.URL, To: v.Path("/settings/webhooks/%d", w.ID), About: v.View.T("office.hook_kinds", "n", len(w.Kinds)), Chip: standing(v, w)}
	if row.Name == "" {
		row.Name = w.URL
	}
	return row
}

// standing says how a receiver stands.
func standing(v *screen.Visit, w *webhook.View) screen.Chip {
	switch {
	case w.Disabled:
		return screen.Chip{Text: v.View.T("office.hook_off")}
	case w.Dead > 0:
		return screen.Chip{Text: v.View.T("office.hook_dead", "n", w.Dead), Tone: "warn"}
	case w.Open > 0:
		return screen.Chip{Text: v.View.T("office.hook_open", "n", w.Open), Tone: "info"}
	}
	return screen.Chip{Text: v.View.T("office.hook_well"), Tone: "ok"}
}

// kindOptions are what a receiver can be told.
func kindOptions(v *screen.Visit) (all []screen.Option) {
	for _, k := range webhook.Kinds() {
		all = append(all, screen.Option{Value: string(k), Text: v.View.T("office.kind_" + strings.ReplaceAll(string(k), "-", "_"))})
	}
	return all
}

// hookBody is a receiver with what it was told last.
type hookBody struct {
	Aside   []heading
	Hooks   string
	Chip    screen.Chip
	Secrets []string
	Calls   []callRow
	Failed  bool // only those are shown
	Tabs    []screen.Tab
	Dead    string // how many are sent again by the button
	Missed  string
}

// callRow is one call.
type callRow struct {
	ID, What, When, About, Problem string
	Chip                           screen.Chip
	Again                          bool
}

// callTones are the colours of calls, by their state.
var callTones = map[string]string{"waiting": "info", "behind": "info", "sent": "ok", "dead": "bad"}

func showWebhook(v *screen.Visit) error {
	w, err := webhook.Read(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	row := hookOf(v, &w)
	v.View.Title = row.Name
	b := &hookBody{Aside: aside(v, "webhooks"), Hooks: v.Path("/settings/webhooks"), Chip: row.Chip, Failed: v.R.URL.Query().Get("calls") == "failed"}
	at := v.Path("/settings/webhooks/%d", w.ID)
	b.Tabs = []screen.Tab{{Text: v.View.T("office.hook_all"), To: at, Here: !b.Failed}, {Text: v.View.T("office.hook_failed"), To: at + "?calls=failed", Here: b.Failed, Count: countOf(v, w.Dead)}}
	if w.Dead > 0 {
		b.Dead = v.View.T("office.hook_send_dead", "n", w.Dead)
	}
	if w.Missed > 0 {
		b.Missed = v.View.T("office.hook_missed", "n", w.Missed)
	}
	for _, s := range w.Secrets {
		text := v.View.T("office.hook_signs")
		if s.EndsAt != nil {
			text = v.View.T("office.hook_signs_until", "when", v.View.Lang.ShortMoment(s.EndsAt.In(v.Zone)))
		}
		b.Secrets = append(b.Secrets, text)
	}
	kinds := make([]string, len(w.Kinds))
	for i, k := range w.Kinds {
		kinds[i] = string(k)
	}
	f := v.Body.Add("POST webhooks/update")
	f.Since = w.UpdatedAt
	f.About("webhooks", w.ID)
	f.Fill(map[string]any{"id": w.ID, "name": w.Name, "url": w.URL, "kinds": kinds, "isEnabled": !w.Disabled, "batchSize": max(1, w.Batch)})
	f.Lists["kinds"] = kindOptions(v)
	for _, op := range []string{"POST webhooks/secret", "POST webhooks/test", "DELETE webhooks"} {
		v.Body.Add(op).Put("id", w.ID)
	}
	v.Body.Add("POST webhook-calls/send").Put("webhookId", w.ID)
	v.Body.It = b
	return b.addCalls(v, w.ID)
}

func countOf(v *screen.Visit, n int64) string {
	if n == 0 {
		return ""
	}
	return v.View.Number(n)
}

func (b *hookBody) addCalls(v *screen.Visit, id int64) error {
	f := webhook.CallFilter{EndpointID: id, Request: list.Request{Limit: callsShown}}
	if b.Failed {
		f.States = []string{webhook.Dead.String()}
	}
	page, err := webhook.ListCalls(v.R.Context(), v.App, v.Caller, f)
	for i := range page.Rows {
		c := &page.Rows[i]
		slug := c.State.String()
		row := callRow{
			ID: screen.Number(c.ID), What: v.View.T("office.kind_" + strings.ReplaceAll(string(c.Kind), "-", "_")), When: v.MomentOf(c.At.In(v.Zone)), Problem: c.Problem,
			Chip: screen.Chip{Text: v.View.T("office.call_" + slug), Tone: callTones[slug]}, Again: (c.State == webhook.Dead || c.State == webhook.Waiting && c.Attempts > 0) && v.Body.May("POST webhook-calls/send"),
		}
		row.About = tries(v, c)
		b.Calls = append(b.Calls, row)
	}
	return err
}

// tries says how often a call was tried, what came back last, and when it is tried again.
func tries(v *screen.Visit, c *webhook.Call) string {
	var said []string
	if c.Attempts > 0 {
		said = append(said, v.View.T("office.call_tries", "n", c.Attempts))
	}
	if c.Status != 0 {
		said = append(said, fmt.Sprint(c.Status))
	}
	if c.Due != nil && c.Due.After(v.App.Now().Add(time.Second)) {
		said = append(said, v.View.T("office.call_next", "when", v.MomentOf(c.Due.In(v.Zone))))
	}
	return strings.Join(said, ", ")
}
