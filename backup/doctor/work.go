package doctor

import (
	"marquee/app"
	"strings"
	"time"
)

// Work is what a running server does by itself.
type Work struct {
	// Served tells that a server has the store open and was asked.
	Served bool
	Jobs   []Job
	Outbox []Outbox
	// Payments are those by card of which something is under way that has to end.
	Payments Payments
	Mails    Mails
	Webhooks Webhooks
}

// Payments tells how many are not resolved, and since when the longest of them is.
type Payments struct {
	Unresolved int64
	Oldest     time.Time
	// Discrepancies are those of which the gateway says otherwise.
	Discrepancies int64
	// Simulated are the companies in demo mode, for which no money moves.
	Simulated []string
}

// simulated adds for whom no money moves, where there is somebody.
func (p *Payments) simulated(found app.Message) app.Message {
	if len(p.Simulated) == 0 {
		return found
	}
	return app.Msg("%s; simulated, so that no money moves, for %s", found, strings.Join(p.Simulated, ", "))
}

// unserved is the line about what only a server knows, and how to look without one.
func (f Facts) unserved(name app.Noun, command string) Line {
	return fine(name, app.Msg("unknown while no server has the store open; see %s", f.toType(command)))
}

// two is what to do in two steps, each with what to type at its end.
func (f Facts) two(first app.Message, command string, second app.Message, then string) app.Message {
	return app.Msg("%s: %s\n%s: %s", first, command, second, then)
}

// slow is how long a payment may be in doubt before somebody should look why.
const slow = 5 * time.Minute

func payments(f Facts) Line {
	const name = app.Noun("payments")
	w := f.Work
	found := app.Msg("%d not resolved, the longest since %s", w.Payments.Unresolved, app.Moment(w.Payments.Oldest))
	switch {
	case !w.Served:
		return f.unserved(name, "marquee payments list")
	case w.Payments.Unresolved == 0:
		return fine(name, w.Payments.simulated(app.Msg("all resolved")))
	case f.Now.Sub(w.Payments.Oldest) < slow:
		return fine(name, w.Payments.simulated(found))
	}
	return Line{name, Warn, w.Payments.simulated(found), f.two(app.Msg("Which they are"), f.toType("marquee payments list"), app.Msg("The gateway is asked again and again; what it does not answer is settled by hand"), f.toType("marquee payments settle --id ID"))}
}

func disputes(f Facts) Line {
	const name = app.Noun("disputes")
	switch n := f.Work.Payments.Discrepancies; {
	case !f.Work.Served:
		return f.unserved(name, "marquee payments list --discrepancies")
	case n > 0:
		return Line{name, Warn, app.Msg("payments by card that are disputed, or of which more was given back at the gateway than here: %d", n), f.two(app.Msg("Which they are"), f.toType("marquee payments list --discrepancies"), app.Msg("When you have dealt with one"), f.toType("marquee payments settle --id ID --noted"))}
	}
	return fine(name, app.Msg("none, and nothing was given back at the gateway alone"))
}

// Mails tells how many wait for somebody.
type Mails struct {
	Held, Dead int64
	// Server tells that there is a mail server.
	Server bool
}

func mails(f Facts) Line {
	const name = app.Noun("mail")
	w, m := f.Work, f.Work.Mails
	switch {
	case !w.Served:
		return f.unserved(name, "marquee mail list")
	case m.Dead > 0:
		return Line{name, Warn, app.Msg("%d given up, %d held", m.Dead, m.Held), f.two(app.Msg("Why"), f.toType("marquee mail list --state dead"), app.Msg("When that is mended"), f.toType("marquee mail send --dead"))}
	case m.Held > 0 && m.Server:
		return Line{name, Warn, app.Msg("%d held, which were written before there was a mail server", m.Held), f.two(app.Msg("Which they are"), f.toType("marquee mail list --state held"), app.Msg("To send them"), f.toType("marquee mail send --held"))}
	case m.Held > 0:
		return Line{name, Warn, app.Msg("%d held: there is no mail server", m.Held), f.two(app.Msg("What is held"), f.toType("marquee mail list --state held"), app.Msg("To name one"), f.toType("marquee serve --smtp-url URL"))}
	case !m.Server:
		return fine(name, app.Msg("there is no mail server, and nothing was to be mailed"))
	}
	return fine(name, app.Msg("nothing is held or given up"))
}

// Webhooks tells how the outbound calls of all companies stand.
type Webhooks struct {
	Open, Dead int64
	Oldest     time.Time // of those that wait
	// Troubled are receivers that do not answer well.
	Troubled int
}

func webhooks(f Facts) Line {
	const name = app.Noun("outbound calls")
	w, h := f.Work, f.Work.Webhooks
	switch {
	case !w.Served:
		return f.unserved(name, "marquee webhooks calls")
	case h.Dead > 0:
		return Line{name, Warn, app.Msg("%d given up, %d wait", h.Dead, h.Open), f.two(app.Msg("Why"), f.toType("marquee webhooks calls --state dead"), app.Msg("When that is mended"), f.toType("marquee webhooks send --webhook ID"))}
	case h.Open > 0 && f.Now.Sub(h.Oldest) > late:
		return Line{name, Warn, app.Msg("%d wait since %s; %d receivers do not answer well", h.Open, app.Moment(h.Oldest), h.Troubled), app.Msg("They are asked again for three days. What they answer: %s", f.toType("marquee webhooks calls"))}
	case h.Open > 0:
		return fine(name, app.Msg("%d wait", h.Open))
	}
	return fine(name, app.Msg("nothing waits or was given up"))
}

// Outbox is how the entries of one kind stand that are to be told to the outside.
type Outbox struct {
	Kind          string
	Dead, Waiting int64
	Oldest        time.Time // of those that wait
	// Unsent tells that the program has nothing that sends them.
	Unsent bool
}

// late is how long an entry may wait before somebody should look why.
const late = time.Hour

func outbox(f Facts) Line {
	const name = app.Noun("outbox")
	w := f.Work
	var found []app.Message
	for _, k := range w.Outbox {
		if k.Dead == 0 && (k.Waiting == 0 || !k.Unsent && f.Now.Sub(k.Oldest) < late) {
			continue
		}
		text := app.Msg("%q: %d dead letters, %d wait", k.Kind, k.Dead, k.Waiting)
		if k.Waiting > 0 {
			text = app.Msg("%s since %s", text, app.Moment(k.Oldest))
		}
		if k.Unsent && k.Waiting > 0 {
			text = app.Msg("%s, and nothing sends them", text)
		}
		found = append(found, text)
	}
	switch {
	case !w.Served:
		return f.unserved(name, "marquee queue list")
	case len(found) > 0:
		return Line{name, Warn, joined(found), f.two(app.Msg("Why"), f.toType("marquee queue list"), app.Msg("When that is mended"), f.toType("marquee queue again --dead"))}
	}
	return fine(name, app.Msg("nothing waits for long"))
}

// Job is how a background job stands.
type Job struct {
	Name string
	// Failing is in how many companies it failed last, since Since, and Problem why it
	// did in one of them.
	Failing int
	Since   time.Time
	Problem string
	// Skipped is how many records it could do nothing for.
	Skipped int
}

func jobs(f Facts) Line {
	const name = app.Noun("jobs")
	w := f.Work
	var failing, skipping []app.Message
	for _, j := range w.Jobs {
		if j.Failing > 0 {
			failing = append(failing, app.Msg("%q fails since %s: %s", j.Name, app.Moment(j.Since), j.Problem))
		}
		if j.Skipped > 0 {
			skipping = append(skipping, app.Msg("%q skips %d records", j.Name, j.Skipped))
		}
	}
	found := joined(append(failing, skipping...))
	switch {
	case !w.Served:
		return fine(name, app.Msg("none: no server has the store open"))
	case f.follows():
		return fine(name, app.Msg("they run on the node that leads"))
	case len(failing) > 0:
		return Line{name, Bad, found, app.Msg("The log of the server says more, under the name of the job. It is tried again by itself.")}
	case len(skipping) > 0:
		return Line{name, Warn, found, app.Msg("The log of the server names some of the records. Are they damaged? %s", f.toType("marquee check"))}
	}
	return fine(name, app.Msg("%d, all well", len(w.Jobs)))
}
