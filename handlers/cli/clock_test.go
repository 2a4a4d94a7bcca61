package cli_test

import (
	"context"
	"errors"
	"os"
	"time"

	"marquee/app"
	"marquee/app/areas"
	"marquee/backup"
	"marquee/backup/clock"
	"marquee/kv/bolt"

	"github.com/rogpeppe/go-internal/testscript"
)

// commitAt FOLDER DURATION makes a commit under a clock that is so far ahead, in a
// new store where there is none.
func commitAt(ts *testscript.TestScript, _ bool, args []string) {
	ahead, err := time.ParseDuration(args[1])
	ts.Check(err)
	now := func() time.Time { return time.Now().Add(ahead) }
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o700))
	e, err := bolt.Open(ts.MkAbs(args[0]+"/marquee.db"), bolt.Options{Clock: now, FreePages: -1})
	ts.Check(err)
	business := areas.Definition()
	ts.Check(business.Schema.Ready(context.Background(), e))
	_, err = app.New(e, business, app.Options{}).PlanBackups(context.Background(), "nowhere", func(p *app.BackupPlan) { p.Since = now() })
	ts.Check(errors.Join(err, e.Close()))
}

// ranOnly FOLDER notes that this machine has served the store at its last commit, and
// has run for no time since.
func ranOnly(ts *testscript.TestScript, _ bool, args []string) {
	last, err := backup.LastCommitAt(ts.MkAbs(args[0] + "/marquee.db"))
	ts.Check(err)
	r := clock.Read()
	r.Wall = last
	ts.Check(r.Note(ts.MkAbs(args[0] + "/clock.json")))
}

// servedUnder FOLDER DURATION notes that this machine has run for no time since the store
// was opened, under a clock that was so far from the one of now.
func servedUnder(ts *testscript.TestScript, _ bool, args []string) {
	by, err := time.ParseDuration(args[1])
	ts.Check(err)
	r := clock.Read()
	r.Wall = r.Wall.Add(by)
	ts.Check(r.Note(ts.MkAbs(args[0] + "/clock.json")))
}
