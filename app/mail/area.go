package mail

import (
	"iter"

	"marquee/app"
	"marquee/indexes"
)

// Names of the jobs.
const (
	WriteJob  = "write mails"
	ClockJob  = "mails by the clock"
	ForgetJob = "forget mails"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{
		Tables:  []indexes.Declared{dues.Declared, messages.Declared, bodies.Declared, texts.Declared, settings.Declared, blocks.Declared, rounds.Declared, circulars.Declared},
		Dropped: []string{"mail_rounds.open"},
		Effects: []app.Effect{letters.SentOrLost(Send, Lost), goesOn.By(writeRound), circularsGoOn.By(writeCircular)},
		Jobs: []app.Job{
			{Name: WriteJob, Every: planEvery, Each: writeDue, Wake: wake},
			{Name: ClockJob, Every: clockEvery, ByClock: true, Each: byTheClock},
			{Name: ForgetJob, Every: forgetEvery, ByClock: true, Each: forget},
		},
		Invariants: []app.Invariant{
			{Name: "a queued mail stands in the queue", Check: checkQueued},
			{Name: "a mail to many that is not written for all stands in the queue", Check: checkRounds},
			circularsGoOn.Invariant("a message to many that is not at its end stands in the queue", func(r app.Reader) iter.Seq2[indexes.Hit[Circular], error] {
				return circulars.Scan(r, indexes.All[int64]())
			}),
			{Name: "a text that is kept belongs to a mail that was sent", Check: checkBodies},
		},
	}
}
