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

// pauseRow is something that a pause does.
type pauseRow struct{ Icon, Text string }

// queueBody is the line before an event.
type queueBody struct {
	E                         *office.Event
	Event, All                string
	On, Paused, Slowed, Drawn bool
	// Does is what a pause does, or going on.
	Does                             []pauseRow
	Came, Waiting, Inside, PerMinute string
}

func queueScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/events/{id}/queue", Post: "POST /office/{alias}/events/{id}/queue", Needs: app.EditEvents,
		Template: o.Template(templates, "queue.html"), Show: showQueue,
		Forms: map[string]screen.Then{queueOp: {Say: "office.queue_set", Sets: map[string]string{"isPaused=true": "office.queue_paused", "isPaused=false": "office.queue_goes_on"}}},
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
		E: e, Event: v.Path("/events/%d", e.ID), All: v.Path("/events"), On: line.On, Paused: line.Paused, Slowed: line.Slowed, Drawn: line.Drawn != nil,
		Came: v.View.Number(line.Came), Waiting: v.View.Number(line.Waiting), Inside: v.View.Number(line.Inside),
		PerMinute: strconv.FormatFloat(line.PerMinute, 'f', 0, 64),
	}
	if line.On {
		v.Body.It.(*queueBody).Does = pauseDoes(v, &line)
	}
	v.Body.Add(queueOp).Fill(map[string]any{"eventId": e.ID, "isEnabled": line.On, "isPaused": line.Paused, "opensAt": line.OpensAt, "shoppers": line.Shoppers})
	return nil
}

// pauseDoes says what comes of a pause, or of going on: who waits, and who is inside.
func pauseDoes(v *screen.Visit, line *waitingroom.Overview) []pauseRow {
	if line.Paused {
		return []pauseRow{{"people", v.View.T("office.queue_go_on_waiting", "n", line.Waiting, "shoppers", v.View.Number(line.Shoppers))}}
	}
	return []pauseRow{
		{"pause", v.View.T("office.queue_pause_waiting", "n", line.Waiting)},
		{"ticket", v.View.T("office.queue_pause_inside", "n", line.Inside)},
	}
}
