package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/kv"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"

	"github.com/matryer/is"
)

func TestEverySchemaHasItsFixture(t *testing.T) {
	all := allFixtures(t)
	if len(all) == 0 {
		t.Fatal("there is no fixture at all")
	}
	now := business.Schema.Describe()
	newest := all[len(all)-1]
	if why := outgrown(newest.shapes, now); len(why) > 0 {
		t.Errorf("what is stored has changed since schema-%d, of which a store is kept:\n\t%s\n"+
			"Keep one of the new schema too: make fixture, and commit the three files schema-%d.* with the change. "+
			"They stay for ever; those that are there never change.", newest.number, strings.Join(why, "\n\t"), newest.number+1)
	}
	for _, f := range all {
		if why := broken(f.shapes, now); len(why) > 0 {
			t.Errorf("stores of schema-%d cannot be read any more, and nothing tells them apart:\n\t%s\n"+
				"Give the table or index another version, and tables a migration.", f.number, strings.Join(why, "\n\t"))
		}
	}
}

func TestChangesOfShapesAreNoticed(t *testing.T) {
	const old = "bands v1 key Int\n  a int64\n  p list of struct\n    x string\n  index name v1 by String\n\nclubs v1 key Int\n  a int64\n\n"
	for name, c := range map[string]struct {
		now             string
		outgrown, wrong int
	}{
		"nothing":                    {old, 0, 0},
		"a new field":                {strings.Replace(old, "  a int64\n", "  a int64\n  b string\n", 1), 0, 0},
		"a new field of a struct":    {strings.Replace(old, "    x string\n", "    x string\n    y string\n", 1), 0, 0},
		"a field that is gone":       {strings.Replace(old, "  a int64\n", "", 1), 1, 1},
		"a field that moved":         {strings.Replace(old, "    x string\n", "  x string\n", 1), 1, 1},
		"another type":               {strings.Replace(old, "x string", "x int64", 1), 1, 1},
		"another type and version":   {strings.Replace(strings.Replace(old, "x string", "x int64", 1), "bands v1", "bands v2", 1), 2, 0},
		"another key of an index":    {strings.Replace(old, "by String", "by Int", 1), 2, 1},
		"another version of it":      {strings.Replace(old, "name v1 by String", "name v2 by Int", 1), 2, 0},
		"a new index":                {strings.Replace(old, "  index", "  index city v1 by String\n  index", 1), 1, 0},
		"an index less":              {strings.Replace(old, "  index name v1 by String\n", "", 1), 1, 0},
		"a new table":                {old + "cities v1 key Int\n  a int64\n\n", 1, 0},
		"a table less":               {strings.Replace(old, "clubs v1 key Int\n  a int64\n\n", "", 1), 2, 0},
		"a migration":                {old + "migration/0001 trim names\n\n", 1, 0},
		"another key of the records": {strings.Replace(old, "clubs v1 key Int", "clubs v1 key String", 1), 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			is.Equal(len(outgrown(old, c.now)), c.outgrown)
			is.Equal(len(broken(old, c.now)), c.wrong)
		})
	}
}

func TestEveryFixtureUpgrades(t *testing.T) {
	kvtest.SingleGoroutine(t)
	for _, f := range allFixtures(t) {
		for name, upgrade := range map[string]func(context.Context, string) error{"": upgrade, " with a log": upgradeWithLog} {
			t.Run(fmt.Sprintf("schema-%d%s", f.number, name), func(t *testing.T) {
				is := is.New(t)
				store := filepath.Join(t.TempDir(), "marquee.db")
				_, err := here(t).Restore(t.Context(), Restoring{Source: fixturePath(f.number, ".tar.zst"), Store: store, Upgrade: upgrade})
				is.NoErr(err)
				saysTheSame(t, store, f)
			})
		}
	}
}

// TestUpgradeOfALargeStore upgrades a festival of any size, whose indexes are all
// made anew.
func TestUpgradeOfALargeStore(t *testing.T) {
	if *fixtureOrders == 0 {
		t.Skip("make fixture-large makes one")
	}
	is := is.New(t)
	f := fixture{}
	store := makeStore(t, *fixtureOrders, &f)
	forget(t, store)
	begun := time.Now()
	is.NoErr(upgrade(t.Context(), store))
	t.Logf("upgraded %d orders with every index in %s", *fixtureOrders, time.Since(begun))
	saysTheSame(t, store, f)
}

// TestAnUpgradeMayBeKilledAtEveryStep kills upgrades of the oldest and of the newest
// schema at every sixth step, and those between at every fiftieth; make fixture-large all of
// them at every other one.
func TestAnUpgradeMayBeKilledAtEveryStep(t *testing.T) {
	kvtest.SingleGoroutine(t)
	all := allFixtures(t)
	for i, f := range all {
		step, least, ways := 6, 16, 3
		switch between := i > 0 && i < len(all)-1; {
		case *everyStep:
			step, least, ways = 2, 50, 6
		case between:
			step, least, ways = 50, 1, 1
		}
		t.Run(fmt.Sprintf("schema-%d", f.number), func(t *testing.T) {
			is := is.New(t)
			old := filepath.Join(t.TempDir(), "old.db")
			_, err := here(t).unpackTo(fixturePath(f.number, ".tar.zst"), old, nil)
			is.NoErr(err)
			forget(t, old)
			whole := copied(t, old)
			is.NoErr(upgrade(t.Context(), whole))
			want := bytesOf(t, whole)

			kills := 0
			again := copied(t, old)
			for done := false; !done; kills++ {
				done = upgradeUntil(t, again, step)
			}
			t.Logf("killed %d times on one way", kills)
			is.True(kills > least)
			is.Equal(bytesOf(t, again), want)
			saysTheSame(t, again, f)

			for n := 1; n < kills; n += kills/ways + 1 {
				once := copied(t, old)
				is.True(!upgradeUntil(t, once, n))
				is.NoErr(upgrade(t.Context(), once))
				is.Equal(bytesOf(t, once), want)
			}
		})
	}
}

// saysTheSame holds an upgraded store to what was written down when its fixture
// was made.
func saysTheSame(t *testing.T, store string, f fixture) {
	t.Helper()
	is := is.New(t)
	report, err := Inspect(t.Context(), business, store, Full, func(f Finding) { t.Error(f) })
	is.NoErr(err)
	is.True(report.Good())
	is.Equal(len(report.Pending), 0)
	clock := func() time.Time { return f.Made.Add(time.Minute) } // answers are kept for a while only
	e, err := bolt.Open(store, bolt.Options{FreePages: -1, Clock: clock, ReadLimit: time.Hour})
	is.NoErr(err)
	defer e.Close()
	says, tables := meaning(t, e), tablesOf(t, e)
	for name, want := range f.Meaning {
		if says[name] != want {
			t.Errorf("%s mean something else: %v, want %v", name, says[name], want)
		}
	}
	for name, want := range f.Tables {
		if now := tables[name]; now.Version == want.Version && now != want {
			t.Errorf("records of %s are others: %v, want %v", name, now, want)
		}
	}
	is.True(len(f.Meaning) > 5 && len(f.Replays) > 0)
	a := app.New(e, business, app.Options{Clock: clock})
	for _, r := range f.Replays {
		sameAnswer(t, a, r)
	}
}

// sameAnswer repeats a call. A field that the answer did not have then may be new.
func sameAnswer(t *testing.T, a *app.App, r replay) {
	t.Helper()
	is := is.New(t)
	owner := callerOf(t, a, r)
	out, err := r.call(t.Context(), a, owner)
	is.NoErr(err)
	text, err := json.Marshal(out)
	is.NoErr(err)
	var then, now map[string]any
	is.NoErr(json.Unmarshal(r.Answer, &then))
	is.NoErr(json.Unmarshal(text, &now))
	for field, want := range then {
		if !reflect.DeepEqual(now[field], want) {
			t.Errorf("a repeated call answers %s %v, the first answer was %v", field, now[field], want)
		}
	}
}

func callerOf(t *testing.T, a *app.App, r replay) *app.Caller {
	t.Helper()
	is := is.New(t)
	_, token, err := company.CreateToken(t.Context(), a, r.User, "test")
	is.NoErr(err)
	caller, err := company.Authenticate(t.Context(), a, token, &r.Company)
	is.NoErr(err)
	return caller
}

// upgrade opens a store as serve does.
func upgrade(ctx context.Context, path string) error {
	return upgradeAs(ctx, path, bolt.Options{FreePages: -1, ReadLimit: time.Hour})
}

// upgradeWithLog opens it as serve --log does.
func upgradeWithLog(ctx context.Context, path string) error {
	return upgradeAs(ctx, path, bolt.Options{FreePages: -1, ReadLimit: time.Hour, Log: true, LogBytes: 256 << 10})
}

func upgradeAs(ctx context.Context, path string, o bolt.Options) error {
	e, err := bolt.Open(path, o)
	if err != nil {
		return err
	}
	return errors.Join(business.Schema.Ready(ctx, e), e.Close())
}

var errKilled = errors.New("killed")

// mortal is an engine that dies after some transactions.
type mortal struct {
	kv.Engine
	left int
}

func (m *mortal) Update(ctx context.Context, fn func(kv.Tx) error) error {
	if m.left == 0 {
		return errKilled
	}
	m.left--
	return m.Engine.Update(ctx, fn)
}

// upgradeUntil opens a store for so many transactions and tells whether they were
// enough.
func upgradeUntil(t *testing.T, path string, transactions int) (done bool) {
	t.Helper()
	is := is.New(t)
	e, err := bolt.Open(path, bolt.Options{FreePages: -1, ReadLimit: time.Hour})
	is.NoErr(err)
	err = business.Schema.Ready(t.Context(), &mortal{e, transactions})
	is.True(err == nil || errors.Is(err, errKilled))
	is.NoErr(e.Close())
	return err == nil
}

// forget makes a store forget that it has indexes, so that there is something to do
// for an upgrade whatever its schema.
func forget(t *testing.T, path string) {
	t.Helper()
	is := is.New(t)
	e, err := bolt.Open(path, bolt.Options{FreePages: -1, ReadLimit: time.Hour})
	is.NoErr(err)
	is.NoErr(e.Update(t.Context(), func(tx kv.Tx) error {
		var marks [][]byte
		for p, err := range tx.Scan("~schema", kv.Range{From: []byte("index/"), To: []byte("index0")}) {
			if err != nil {
				return err
			}
			if declared(strings.TrimPrefix(string(p.Key), "index/")) { // one that was dropped goes by its mark
				marks = append(marks, bytes.Clone(p.Key))
			}
		}
		for _, key := range marks {
			if err := tx.Delete("~schema", key); err != nil {
				return err
			}
		}
		return nil
	}))
	is.NoErr(e.Close())
}

func declared(space string) bool { return slices.Contains(business.Schema.Spaces(), kv.Space(space)) }

func copied(t *testing.T, path string) string {
	t.Helper()
	is := is.New(t)
	b, err := os.ReadFile(path)
	is.NoErr(err)
	return something(t, filepath.Join(t.TempDir(), "marquee.db"), string(b))
}

// bytesOf is a sum over every pair of every space.
func bytesOf(t *testing.T, path string) string {
	t.Helper()
	is := is.New(t)
	e, err := bolt.OpenFrozen(path)
	is.NoErr(err)
	defer e.Close()
	sum := sha256.New()
	is.NoErr(e.View(t.Context(), func(r kv.Reader) error {
		for _, space := range business.Schema.Spaces() {
			for p, err := range r.Scan(space, kv.Range{}) {
				if err != nil {
					return err
				}
				fmt.Fprintf(sum, "%s %x %x\n", space, p.Key, p.Value)
			}
		}
		return nil
	}))
	return hex.EncodeToString(sum.Sum(nil))
}
