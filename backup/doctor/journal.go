package doctor

import (
	"marquee/app"
	"time"
)

// Journal is the newest one where serve keeps it.
type Journal struct {
	End      time.Time // its last commit; zero where there is none
	Damage   string    // why it cannot be read
	Fault    string    // what the last comparison with the store found
	SameDisk bool      // as the store
	Shipped  Shipped
}

// Shipped is how a server sends its journal elsewhere.
type Shipped struct {
	To      string        // empty where it is not sent
	Age     time.Duration // since all of it had been sent
	Problem string        // why the last try failed
}

// shipsLate is how long a journal may not be shipped before that is more than a hitch.
const shipsLate = 5 * time.Minute

func shipping(f Facts) Line {
	const name = app.Noun("shipping")
	s := f.Journal.Shipped
	switch {
	case s.To == "":
		return fine(name, app.Msg("the journal is not sent elsewhere by a server that runs here"))
	case s.Problem == "":
		return fine(name, app.Msg("the journal was sent to %s %s", s.To, app.Ago(s.Age)))
	}
	level := Warn
	if s.Age > shipsLate {
		level = Bad
	}
	return Line{name, level, app.Msg("the journal was NOT sent to %s for %s: %s", s.To, app.Span(s.Age), s.Problem),
		app.Msg("The loss of this machine costs all that. The server tries again every five seconds: mend what is told.")}
}

// behind is how far a journal may end before the store: a copy of the store may be
// read before the journal is.
const behind = time.Second

func journal(f Facts) Line {
	const name = app.Noun("journal")
	j := f.Journal
	switch {
	case f.Cluster != nil || f.Member != "":
		return fine(name, app.Msg("none in a cluster: each node has the store, and etcd its newest commits"))
	case j.Damage != "":
		return Line{name, Bad, plain(j.Damage), app.Msg("Everything since the last backup rests on the store alone. Start the server again: it begins a new journal, and makes a backup.")}
	case j.Fault != "":
		return Line{name, Bad, app.Msg("it does not lead to the store: %s", j.Fault), f.two(app.Msg("A backup is a new base"), f.backup(), app.Msg("Then look again"), f.toType("marquee journal verify"))}
	case j.End.IsZero():
		return fine(name, app.Msg("none yet; serve keeps one"))
	case f.LastCommit.Sub(j.End) > behind:
		return Line{name, Warn, app.Msg("it ends at %s, and the store has gone on", app.Moment(j.End)), f.goneOn()}
	case j.SameDisk:
		return fine(name, app.Msg("up to %s, on the disk of the store; --journal on another disk would survive that one", app.Moment(j.End)))
	}
	return fine(name, app.Msg("up to %s, on another disk than the store", app.Moment(j.End)))
}

// goneOn is what to do about a journal that ends before the store.
func (f Facts) goneOn() app.Message {
	if !f.Work.Served {
		return app.Msg("Commands that change the store while no server runs write no journal. Start the server: it begins a new one, with a backup.")
	}
	return app.Msg("Serve without --journal off, and look into the log why it failed; a backup is made when it begins again.")
}
