package cli_test

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/queue"
	"marquee/kv/bolt"

	"github.com/rogpeppe/go-internal/testscript"
)

type letter struct {
	Text string `msgpack:"t"`
}

// putletters DIR puts three entries into the outbox of a stopped store, one of which
// becomes a dead letter. The program knows nothing that sends them.
func putLetters(ts *testscript.TestScript, _ bool, args []string) {
	letters := queue.NewKind(queue.Spec[letter]{Name: "test.letter"})
	business := areas.Definition()
	business.Effects = append(business.Effects, letters.SentBy(func(context.Context, *app.App, queue.Message[letter]) error {
		return queue.Permanent(errors.New("550 no such\x1b[31m mailbox"))
	}))
	e, err := bolt.Open(ts.MkAbs(args[0]+"/marquee.db"), bolt.Options{FreePages: -1})
	ts.Check(err)
	a := app.New(e, business, app.Options{})
	put := func(key, text string) {
		ts.Check(a.UpdateCompany(context.Background(), 1, func(tx app.Tx) error {
			_, err := letters.Put(tx, key, letter{text})
			return err
		}))
	}
	put("order/1", "a very private text")
	ts.Check(a.RunJob(context.Background(), queue.SendJob))
	put("order/2", "another")
	put("order/3", "a third")
	ts.Check(e.Close())
}
