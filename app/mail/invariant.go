package mail

import (
	"time"

	"marquee/app"
	"marquee/app/queue"
	"marquee/indexes"
)

// checkQueued wants every mail that is queued to stand in the queue, where it is sent or
// given up.
func checkQueued(r app.Reader, report func(app.Breach)) error {
	for e, err := range messageListed.Keys(r, indexes.PrefixOf[time.Time](int64(Queued))) {
		if err != nil {
			return err
		}
		m, err := messages.Get(r, e.ID)
		if err != nil {
			return err
		}
		open, err := queue.IsOpen(r, m.EntryID)
		if err != nil {
			return err
		}
		if !open {
			report(app.Breach{ID: m.ID, Key: "mail", Expected: "an open entry in the queue", Found: "none"})
		}
	}
	return nil
}

// checkBodies wants every text to belong to a mail that was sent.
func checkBodies(r app.Reader, report func(app.Breach)) error {
	for hit, err := range bodies.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		m, err := messages.GetMany(r, []int64{hit.Key})
		if err != nil {
			return err
		}
		if len(m) == 0 || m[0].State != Sent {
			report(app.Breach{ID: hit.Key, Key: "text", Expected: "a mail that was sent", Found: "none"})
		}
	}
	return nil
}

// checkRounds looks for rounds that nothing goes on with.
func checkRounds(r app.Reader, report func(app.Breach)) error {
	for hit, err := range rounds.Scan(r, indexes.All[roundKey]()) {
		if err == nil {
			err = goesOn.Check(r, &hit.Rec, report)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
