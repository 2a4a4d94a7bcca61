package indexes_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/kvtest"
	"marquee/kv/mem"
)

// band is a record with an index of every kind.
type band struct {
	ID        int64            `msgpack:"a"`
	Name      string           `msgpack:"b"`
	Stage     int64            `msgpack:"c"`
	Fee       int64            `msgpack:"d"`
	Genres    []string         `msgpack:"e"`
	Barcode   string           `msgpack:"f"`
	Plays     *time.Time       `msgpack:"g"`
	ChangedAt time.Time        `msgpack:"h"`
	Riders    map[string]int64 `msgpack:"i"`
	Contact   contact          `msgpack:"j"`
}

type contact struct {
	Email string `msgpack:"a"`
	Phone string `msgpack:"b"`
}

type stageTime = kv.Pair2[int64, time.Time]

// festival is a fresh schema with its tables, one per test: declarations bind.
type festival struct {
	schema    *indexes.Schema
	byName    *indexes.Unique[band, string]
	byBarcode *indexes.Unique[band, string]
	byGenre   *indexes.By[band, string]
	byStage   *indexes.By[band, stageTime]
	byPlays   *indexes.By[band, time.Time]
	changes   *indexes.By[band, stageTime]
	byText    *indexes.Texts[band]
	bands     indexes.Owned[band]
	stock     indexes.OwnedKeyed[kv.Pair2[int64, string], stock]
	byLeft    *indexes.By[stock, int64]
	settings  indexes.Owned[setting]
}

type stock struct {
	Item int64  `msgpack:"a"`
	Size string `msgpack:"b"`
	Left int64  `msgpack:"c"`
}

type setting struct {
	ID   int64  `msgpack:"a"`
	Name string `msgpack:"b"`
}

// says is what a band is searched for by; on some stages nobody is.
func (b *band) says() string {
	if b.Stage == 2 {
		return ""
	}
	return strings.Join(append([]string{b.Name}, b.Genres...), " ")
}

var errNegative = errors.New("fee is negative")

func newFestival() *festival {
	f := new(festival)
	f.byName = indexes.NewUnique("name", kv.String, func(b *band) []string { return []string{b.Name} })
	f.byBarcode = indexes.NewUnique("barcode", kv.String, func(b *band) []string {
		if b.Barcode == "" {
			return nil
		}
		return []string{b.Barcode, b.Barcode + "-spare"}
	}).Global()
	f.byGenre = indexes.NewBy("genre", kv.String, func(b *band) []string { return b.Genres }).Counted()
	f.byStage = indexes.NewBy("stage", kv.PairOf(kv.Int, kv.Desc(kv.Time)), func(b *band) []stageTime {
		return []stageTime{{A: b.Stage, B: b.ChangedAt}}
	}).Counted()
	f.byPlays = indexes.NewBy("plays", kv.Time, func(b *band) []time.Time {
		if b.Plays == nil {
			return nil
		}
		return []time.Time{*b.Plays}
	}).Global()
	f.changes = indexes.NewBy("changes", kv.PairOf(kv.Int, kv.Time), func(b *band) []stageTime {
		if b.Stage == 0 {
			return nil
		}
		return []stageTime{{A: b.Stage, B: b.ChangedAt}}
	}).Ascending()
	f.byText = indexes.NewTexts("text", (*band).says)
	f.bands = indexes.Define(indexes.Spec[band]{
		Person: indexes.Nobody("a test"), Name: "bands", Version: 1,
		ID:    func(b *band) *int64 { return &b.ID },
		Stamp: func(tx indexes.Tx, _, b *band) { b.ChangedAt = tx.Now() },
		Check: func(b *band) error {
			if b.Fee < 0 {
				return errNegative
			}
			return nil
		},
	}, f.byName.Index, f.byBarcode.Index, f.byGenre.Index, f.byStage.Index, f.byPlays.Index, f.changes.Index, f.byText.Index)
	f.byLeft = indexes.NewBy("left", kv.Int, func(s *stock) []int64 { return []int64{s.Left} })
	f.stock = indexes.DefineKeyed(indexes.KeyedSpec[kv.Pair2[int64, string], stock]{
		Person: indexes.Nobody("a test"), Name: "stock", Version: 1, Key: kv.PairOf(kv.Int, kv.String),
		KeyOf: func(s *stock) kv.Pair2[int64, string] { return kv.Pair2[int64, string]{A: s.Item, B: s.Size} },
	}, f.byLeft.Index)
	f.settings = indexes.Define(indexes.Spec[setting]{
		Person: indexes.Nobody("a test"), Name: "settings", Version: 1, Global: true,
		ID: func(s *setting) *int64 { return &s.ID },
	}, indexes.NewUnique("name", kv.String, func(s *setting) []string { return []string{s.Name} }).Index)
	f.schema = f.with()
	return f
}

// with is the schema after some migrations.
func (f *festival) with(m ...indexes.Migration) *indexes.Schema {
	return indexes.NewSchema(indexes.Parts{Tables: []indexes.Declared{f.stock.Declared, f.bands.Declared, f.settings.Declared}, Migrations: m})
}

// store is an engine on which every closure runs twice.
type store struct {
	t *testing.T
	kv.Engine
}

func newStore(t *testing.T) store {
	t.Helper()
	e := kvtest.Chaos(mem.New(mem.Options{}))
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return store{t, e}
}

func (s store) update(company int64, fn func(indexes.Tx) error) error {
	return s.Update(context.Background(), func(tx kv.Tx) error { return fn(indexes.BindTx(tx, company)) })
}

func (s store) must(company int64, fn func(indexes.Tx) error) {
	s.t.Helper()
	if err := s.update(company, fn); err != nil {
		s.t.Fatal(err)
	}
}

func (s store) view(company int64, fn func(indexes.Reader) error) {
	s.t.Helper()
	err := s.View(context.Background(), func(r kv.Reader) error { return fn(indexes.Bind(r, company)) })
	if err != nil {
		s.t.Fatal(err)
	}
}

// entries counts the pairs of a space.
func (s store) entries(space kv.Space) (n int) {
	s.t.Helper()
	err := s.View(context.Background(), func(r kv.Reader) error {
		for _, err := range r.Scan(space, kv.Range{}) {
			if err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}
