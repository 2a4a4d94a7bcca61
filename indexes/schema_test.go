package indexes_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/mem"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestDescribe(t *testing.T) {
	t.Run("the stored shapes are those of the golden file", func(t *testing.T) {
		is := is.New(t)
		file := filepath.Join("testdata", "shapes.golden")
		got := newFestival().schema.Describe()
		if *update {
			is.NoErr(os.WriteFile(file, []byte(got), 0o644))
		}
		want, err := os.ReadFile(file)
		is.NoErr(err)
		is.Equal(got, string(want))
	})
	t.Run("an index may say that its entries ascend", func(t *testing.T) {
		is := is.New(t)
		type shirt struct {
			ID   int64 `msgpack:"a"`
			Size int64 `msgpack:"b"`
		}
		sizes := func(x *shirt) []int64 { return []int64{x.Size} }
		s := schemaOf(define("shirts", 1, indexes.NewBy("size", kv.Int, sizes).Ascending().Index, indexes.NewBy("other", kv.Int, sizes).Index).Declared)
		is.Equal(fmt.Sprint(s.AppendOnly()), "[shirts shirts.size]")
	})
	t.Run("tables, spaces and append-only spaces are listed", func(t *testing.T) {
		is := is.New(t)
		s := newFestival().schema
		is.Equal(len(s.Tables()), 3)
		is.Equal(s.Tables()[0].Indexes[2].Counted, true)
		is.Equal(fmt.Sprint(s.AppendOnly()), "[bands bands.changes bands.text settings]")
		is.Equal(fmt.Sprint(s.Spaces()), "[bands bands.barcode bands.changes bands.genre bands.name bands.plays bands.stage bands.text settings settings.name stock stock.left ~counters ~schema]")
	})
}

// define declares a table of T under a name.
func define[T any](name string, version int, idx ...indexes.Index[T]) indexes.Owned[T] {
	return indexes.Define(indexes.Spec[T]{Person: indexes.Nobody("a test"), Name: name, Version: version, ID: func(*T) *int64 { return new(int64) }}, idx...)
}

// schemaOf is a schema of nothing but tables.
func schemaOf(tables ...indexes.Declared) *indexes.Schema {
	return indexes.NewSchema(indexes.Parts{Tables: tables})
}

func TestDefine(t *testing.T) {
	type untagged struct {
		ID   int64 `msgpack:"a"`
		Name string
	}
	type inner struct {
		A untagged `msgpack:"a"`
	}
	type twice struct {
		ID   int64  `msgpack:"a"`
		Name string `msgpack:"a"`
	}
	type boolKeys struct {
		Is map[bool]string `msgpack:"a"`
	}
	type channel struct {
		C []chan int `msgpack:"a"`
	}
	shared := byLength()
	step := func(kv.Tx, []byte) ([]byte, error) { return nil, nil }
	migrations := func(m ...indexes.Migration) { indexes.NewSchema(indexes.Parts{Migrations: m}) }
	of := func(p indexes.Person) {
		indexes.Define(indexes.Spec[label]{Name: "labels", Version: 1, ID: func(l *label) *int64 { return &l.ID }, Person: p})
	}
	for name, tt := range map[string]struct {
		define func()
		reason string
	}{
		"two tables of one name": {func() {
			schemaOf(define[label]("labels", 1).Declared, define[label]("labels", 1).Declared)
		}, "table labels and table labels are both kept"},
		"two indexes of one name": {func() {
			schemaOf(define("labels", 1, byLength(), byLength()).Declared)
		}, "both kept under \"labels.length\""},
		"an index of two tables": {func() {
			define("labels", 1, shared)
			define("others", 1, shared)
		}, "declared for labels.length already"},
		"a bad name":              {func() { schemaOf(define[label]("Labels", 1).Declared) }, "no name for table Labels"},
		"no version":              {func() { define[label]("labels", 0) }, "versions start at 1"},
		"a field without a tag":   {func() { define[untagged]("labels", 1) }, "field Name of indexes_test.untagged has no msgpack tag"},
		"one deep inside":         {func() { define[inner]("labels", 1) }, "has no msgpack tag"},
		"two fields with one tag": {func() { define[twice]("labels", 1) }, "share the tag"},
		"a map with odd keys":     {func() { define[boolKeys]("labels", 1) }, "keys of a map"},
		"what cannot be stored":   {func() { define[channel]("labels", 1) }, "a chan cannot be stored"},
		"a gap in the migrations": {func() { migrations(indexes.Migration{Number: 2, Name: "x", Step: step}) }, "does not follow migration 0"},
		"two migrations of one number": {func() {
			migrations(indexes.Migration{Number: 1, Name: "x", Step: step}, indexes.Migration{Number: 1, Name: "y", Step: step})
		}, "does not follow migration 1"},
		"a migration that does nothing": {func() { migrations(indexes.Migration{Number: 1, Name: "x"}) }, "or does nothing"},
		"a drop of what is in use": {func() {
			indexes.NewSchema(indexes.Parts{Tables: []indexes.Declared{define[label]("labels", 1).Declared}, Dropped: []string{"labels"}})
		}, "cannot be dropped"},
		"a table that says nothing of people": {func() { of(indexes.Person{}) }, "table labels does not say of whom"},
		"one that says no reason":             {func() { of(indexes.Stays("")) }, "does not say why its records about people are stays"},
		"one that forgets a text":             {func() { of(indexes.Cleared(func(*label) {})) }, "neither clears Text nor keeps it"},
		"one that keeps what it clears":       {func() { of(indexes.Cleared(func(l *label) { l.Text = "" }, "Text: of use")) }, `keeps nothing as "Text: of use"`},
		"one that keeps a text for nothing":   {func() { of(indexes.Cleared(func(*label) {}, "Text")) }, "or for no reason"},
		"a table without an id":               {func() { indexes.Define(indexes.Spec[label]{Person: indexes.Nobody("a test"), Name: "labels"}) }, "where its id is"},
		"a keyed one without a key": {func() {
			indexes.DefineKeyed(indexes.KeyedSpec[int64, label]{Person: indexes.Nobody("a test"), Name: "labels"})
		}, "what its key is"},
	} {
		t.Run("refuses "+name, func(t *testing.T) {
			is := is.New(t)
			defer func() { is.True(strings.Contains(fmt.Sprint(recover()), tt.reason)) }()
			tt.define()
		})
	}
}

func TestMigrationsRunInTheOrderOfTheirNumbers(t *testing.T) {
	var ran []int
	step := func(n int) indexes.Migration {
		return indexes.Migration{Number: n, Name: fmt.Sprint("step ", n), Step: func(kv.Tx, []byte) ([]byte, error) {
			ran = append(ran, n)
			return nil, nil
		}}
	}
	// Each area hands in its own; which area comes first must not matter.
	for name, m := range map[string][]indexes.Migration{
		"as they were written": {step(1), step(2), step(3)},
		"backwards":            {step(3), step(2), step(1)},
		"one area in between":  {step(1), step(3), step(2)},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			old, e := newRelease(1, 1), mem.New(mem.Options{})
			is.NoErr(old.schema.Ready(t.Context(), e))
			old.parts.Migrations, ran = m, nil
			is.NoErr(old.compose().schema.Ready(t.Context(), e))
			is.Equal(ran, []int{1, 2, 3})
		})
	}
}

func TestWalk(t *testing.T) {
	f, s := newFestival(), newStore(t)
	s.seed(f)
	s.tamper(func(tx kv.Tx) error {
		p := first(tx, "bands")
		p.Value[len(p.Value)-1] ^= 1
		return tx.Put("bands", p.Key, p.Value)
	})
	t.Run("every record comes, raw, typed and by tags", func(t *testing.T) {
		is := is.New(t)
		err := s.View(context.Background(), func(r kv.Reader) error {
			n, damaged := 0, 0
			for raw, err := range f.schema.Scan(context.Background(), r, "bands", "settings") {
				is.NoErr(err)
				n++
				rec, err := raw.Record()
				if raw.Err != nil {
					is.True(errors.Is(err, indexes.ErrDamaged))
					damaged++
					continue
				}
				is.NoErr(err)
				fields, err := raw.Fields()
				is.NoErr(err)
				name := fields.(map[string]any)["b"]
				switch v := rec.(type) {
				case band:
					is.Equal(name, v.Name)
					is.Equal(raw.ID, v.ID)
				case setting:
					is.Equal(name, v.Name)
					is.Equal(raw.Company, int64(0))
				}
			}
			is.Equal(n, 14)
			is.Equal(damaged, 1)
			return nil
		})
		is.NoErr(err)
	})
}

func TestPosition(t *testing.T) {
	t.Run("the beginning has no text", func(t *testing.T) {
		is := is.New(t)
		p, err := indexes.ParsePosition(indexes.Position(nil).String())
		is.NoErr(err)
		is.Equal(len(p), 0)
	})
	for _, text := range []string{"x", "abcd", "!!!!", strings.Repeat("A", 5000), "AAAB ", "AA=="} {
		t.Run("garbage is refused: "+text[:min(8, len(text))], func(t *testing.T) {
			is := is.New(t)
			_, err := indexes.ParsePosition(text)
			is.True(errors.Is(err, indexes.ErrPosition))
		})
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, p := range []indexes.Position{nil, {1}, {0x81, 'a', 0, 1, 0x85}, []byte("\xff\xff\xff")} {
		f.Add(p.String())
	}
	f.Add("garbage")
	fest := newFestival()
	at := func(p indexes.Position) (errs []error) {
		for _, err := range fest.byStage.Scan(nobody{}, indexes.All[stageTime]().After(p)) {
			errs = append(errs, err)
		}
		for _, err := range fest.byPlays.Scan(nobody{}, indexes.All[time.Time]().After(p)) {
			errs = append(errs, err)
		}
		for _, err := range fest.bands.Scan(nobody{}, indexes.All[int64]().After(p).Reversed()) {
			errs = append(errs, err)
		}
		return errs
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := indexes.ParsePosition(text)
		if err != nil {
			if !errors.Is(err, indexes.ErrPosition) {
				t.Fatalf("error %v", err)
			}
			return
		}
		if p.String() != text {
			t.Fatalf("%q reads as %x, which is written %q", text, p, p.String())
		}
		for _, err := range at(p) {
			if !errors.Is(err, indexes.ErrPosition) {
				t.Fatalf("error %v", err)
			}
		}
	})
}
