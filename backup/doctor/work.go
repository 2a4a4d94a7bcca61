package doctor

import (
	"fmt"
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
	// Simulated are the companies in demo mode, for which no money moves.
	Simulated []string
}

// simulated says for whom no money moves, "" when for nobody.
func (p *Payments) simulated() string {
	if len(p.Simulated) == 0 {
		return ""
	}
	return "; simulated, so that no money moves, for " + strings.Join(p.Simulated, ", ")
}

// slow is how long a payment may be in doubt before somebody should look why.
const slow = 5 * time.Minute

func payments(w Work, now time.Time) Line {
	const name = "payments"
	found := fmt.Sprintf("%d not resolved, the longest since %s", w.Payments.Unresolved, say(w.Payments.Oldest))
	switch {
	case !w.Served:
		return fine(name, "unknown while no server has the store open; see marquee payments list")
	case w.Payments.Unresolved == 0:
		return fine(name, "all resolved%s", w.Payments.simulated())
	case now.Sub(w.Payments.Oldest) < slow:
		return fine(name, "%s%s", found, w.Payments.simulated())
	}
	return Line{name, Warn, found + w.Payments.simulated(), "marquee payments list names them. The gateway is asked again and again; what it does not answer is settled by hand: marquee payments settle."}
}

// Mails tells how many wait for somebody.
type Mails struct {
	Held, Dead int64
	// Server tells that there is a mail server.
	Server bool
}

func mails(w Work) Line {
	const name = "mail"
	m := w.Mails
	switch {
	case !w.Served:
		return fine(name, "unknown while no server has the store open; see marquee mail list")
	case m.Dead > 0:
		return Line{name, Warn, fmt.Sprintf("%d given up, %d held", m.Dead, m.Held), "marquee mail list --state dead shows why. When that is mended: marquee mail send --dead."}
	case m.Held > 0 && m.Server:
		return Line{name, Warn, fmt.Sprintf("%d held, which were written before there was a mail server", m.Held), "marquee mail list --state held shows them; marquee mail send --held sends them."}
	case m.Held > 0:
		return Line{name, Warn, fmt.Sprintf("%d held: there is no mail server", m.Held), "marquee serve --smtp-url names one; marquee mail list shows what is held."}
	case !m.Server:
		return fine(name, "there is no mail server, and nothing was to be mailed")
	}
	return fine(name, "nothing is held or given up")
}

// Webhooks tells how the outbound calls of all companies stand.
type Webhooks struct {
	Open, Dead int64
	Oldest     time.Time // of those that wait
	// Troubled are receivers that do not answer well.
	Troubled int
}

func webhooks(w Work, now time.Time) Line {
	const name = "outbound calls"
	h := w.Webhooks
	switch {
	case !w.Served:
		return fine(name, "unknown while no server has the store open; see marquee webhooks calls")
	case h.Dead > 0:
		return Line{name, Warn, fmt.Sprintf("%d given up, %d wait", h.Dead, h.Open), "marquee webhooks calls --state dead shows why. When that is mended: marquee webhooks send --webhook ID."}
	case h.Open > 0 && now.Sub(h.Oldest) > late:
		return Line{name, Warn, fmt.Sprintf("%d wait since %s; %d receivers do not answer well", h.Open, say(h.Oldest), h.Troubled), "marquee webhooks calls shows what the receivers answer. They are asked again for three days."}
	case h.Open > 0:
		return fine(name, "%d wait", h.Open)
	}
	return fine(name, "nothing waits or was given up")
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

func outbox(w Work, now time.Time) Line {
	const name = "outbox"
	var found []string
	for _, k := range w.Outbox {
		if k.Dead == 0 && (k.Waiting == 0 || !k.Unsent && now.Sub(k.Oldest) < late) {
			continue
		}
		text := fmt.Sprintf("%q: %d dead letters, %d wait", k.Kind, k.Dead, k.Waiting)
		if k.Waiting > 0 {
			text += " since " + say(k.Oldest)
		}
		if k.Unsent && k.Waiting > 0 {
			text += ", and nothing sends them"
		}
		found = append(found, text)
	}
	switch {
	case !w.Served:
		return fine(name, "unknown while no server has the store open; see marquee outbox list")
	case len(found) > 0:
		return Line{name, Warn, strings.Join(found, "; "), "marquee outbox list shows why. When that is mended: marquee outbox retry --dead."}
	}
	return fine(name, "nothing waits for long")
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

func jobs(w Work) Line {
	const name = "jobs"
	var failing, skipping []string
	for _, j := range w.Jobs {
		if j.Failing > 0 {
			failing = append(failing, fmt.Sprintf("%q fails since %s: %s", j.Name, say(j.Since), j.Problem))
		}
		if j.Skipped > 0 {
			skipping = append(skipping, fmt.Sprintf("%q skips %d records", j.Name, j.Skipped))
		}
	}
	found := strings.Join(append(failing, skipping...), "; ")
	switch {
	case !w.Served:
		return fine(name, "none: no server has the store open")
	case len(failing) > 0:
		return Line{name, Bad, found, "The log of the server says more, under the name of the job. It is tried again by itself."}
	case len(skipping) > 0:
		return Line{name, Warn, found, "The log of the server names some of the records. marquee check tells whether they are damaged."}
	}
	return fine(name, "%d, all well", len(w.Jobs))
}
