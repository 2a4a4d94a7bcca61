package doctor

import "time"

// Journal is the newest one where serve keeps it.
type Journal struct {
	End      time.Time // its last commit; zero where there is none
	Damage   string    // why it cannot be read
	Fault    string    // what the last comparison with the store found
	SameDisk bool      // as the store
}

// behind is how far a journal may end before the store: a copy of the store may be
// read before the journal is.
const behind = time.Second

func journal(f Facts) Line {
	const name = "journal"
	j := f.Journal
	switch {
	case j.Damage != "":
		return Line{name, Bad, j.Damage, "Everything since the last backup rests on the store alone. Start the server again: it begins a new journal, and makes a backup."}
	case j.Fault != "":
		return Line{name, Bad, "it does not lead to the store: " + j.Fault, "Run marquee backup, then marquee journal verify."}
	case j.End.IsZero():
		return fine(name, "none yet; serve keeps one")
	case f.LastCommit.Sub(j.End) > behind:
		return Line{name, Warn, "it ends at " + say(j.End) + ", and the store has gone on", "Serve without --journal off, and look into the log why it failed; a backup is made when it begins again."}
	case j.SameDisk:
		return fine(name, "up to %s, on the disk of the store; --journal on another disk would survive that one", say(j.End))
	}
	return fine(name, "up to %s, on another disk than the store", say(j.End))
}
