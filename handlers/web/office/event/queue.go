package event

import (
	"strconv"

	"marquee/app"
	"marquee/app/office"
	"marquee/app/waitingroom"
	"marquee/handlers/web/office/screen"
)

// queueOp is what the page is about.
const queueOp = "POST events/queue"

// queueBody is the line before an event.
type queueBody struct {
	E                                *office.Event
	Event, All                       string
	On, Slowed, Drawn                bool
	Came, Waiting, Inside, PerMinute string
}

func queueScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/queue", Post: "POST /office/{alias}/events/{id}/queue", Needs: app.EditEvents,
		Template: o.Template(templates, "queue.html"), Show: showQueue,
		Forms: map[string]screen.Then{queueOp: {Say: "office.queue_set"}},
	}
}

func showQueue(v *screen.Visit) error {
	e, err := ReadEvent(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.queue")
	line, err := waitingroom.Look(v.R.Context(), v.App, v.Caller, e.ID)
	if err != nil {
		return err
	}
	v.Body.It = &queueBody{
		E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), On: line.On, Slowed: line.Slowed, Drawn: line.Drawn != nil,
		Came: v.View.Number(line.Came), Waiting: v.View.Number(line.Waiting), Inside: v.View.Number(line.Inside),
		PerMinute: strconv.FormatFloat(line.PerMinute, 'f', 0, 64),
	}
	v.Body.Add(queueOp).Fill(map[string]any{"eventId": e.ID, "isEnabled": line.On, "opensAt": line.OpensAt, "shoppers": line.Shoppers})
	return nil
}
