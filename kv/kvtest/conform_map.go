package kvtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"testing"

	"marquee/kv"

	"pgregory.net/rapid"
)

// step is one thing a random transaction does.
type step struct {
	Do    string
	Key   string
	Value string
	Range kv.Range
}

var (
	someKeys = []string{"\x00", "a", "a\x00", "aa", "ab", "b", "m", "\xfe", "\xff", "\xff\xff"}
	spaces   atomic.Int64
)

func anyStep() *rapid.Generator[step] {
	bound := rapid.Custom(func(t *rapid.T) []byte {
		if rapid.Bool().Draw(t, "open") {
			return nil
		}
		return []byte(rapid.SampledFrom(someKeys).Draw(t, "bound"))
	})
	return rapid.Custom(func(t *rapid.T) step {
		return step{
			Do:    rapid.SampledFrom([]string{"put", "put", "delete", "get", "scan"}).Draw(t, "do"),
			Key:   rapid.SampledFrom(someKeys).Draw(t, "key"),
			Value: rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "value"),
			Range: kv.Range{
				From: bound.Draw(t, "from"), To: bound.Draw(t, "to"),
				Reverse: rapid.Bool().Draw(t, "reverse"), Limit: rapid.IntRange(0, 4).Draw(t, "limit"),
			},
		}
	})
}

// matchesPlainMap runs random transactions on the engine and on a map and compares
// everything they read. Each run uses a space of its own on the same engine.
func matchesPlainMap(t *testing.T, e kv.Engine) {
	rapid.Check(t, func(t *rapid.T) {
		s := kv.Space(fmt.Sprintf("run%d", spaces.Add(1)))
		model := map[string]string{}
		for range rapid.IntRange(1, 5).Draw(t, "transactions") {
			steps := rapid.SliceOfN(anyStep(), 0, 10).Draw(t, "steps")
			fails := rapid.Bool().Draw(t, "fails")
			after := maps.Clone(model)
			err := e.Update(context.Background(), func(tx kv.Tx) error {
				after = maps.Clone(model)
				for _, st := range steps {
					if err := st.run(tx, s, after); err != nil {
						return err
					}
				}
				if fails {
					return errRefused
				}
				return nil
			})
			if fails != errors.Is(err, errRefused) || (!fails && err != nil) {
				t.Fatalf("update answered %v", err)
			}
			if !fails {
				model = after
			}
			if got, want := stored(e, s), modelListed(model, kv.Range{}); got != want {
				t.Fatalf("the store holds %q, the map %q", got, want)
			}
		}
	})
}

func (st step) run(tx kv.Tx, s kv.Space, model map[string]string) error {
	switch st.Do {
	case "put":
		model[st.Key] = st.Value
		return tx.Put(s, []byte(st.Key), []byte(st.Value))
	case "delete":
		delete(model, st.Key)
		return tx.Delete(s, []byte(st.Key))
	case "get":
		v, err := tx.Get(s, []byte(st.Key))
		if want, ok := model[st.Key]; ok != (err == nil) || string(v) != want {
			return fmt.Errorf("get %q is %q (%v), the map has %q", st.Key, v, err, want)
		}
	case "scan":
		if got, want := listed(tx, s, st.Range), modelListed(model, st.Range); got != want {
			return fmt.Errorf("scan %+v shows %q, the map %q", st.Range, got, want)
		}
	}
	return nil
}

func modelListed(model map[string]string, r kv.Range) string {
	keys := slices.Sorted(maps.Keys(model))
	if r.Reverse {
		slices.Reverse(keys)
	}
	line, n := "", 0
	for _, k := range keys {
		if !r.Contains([]byte(k)) || (r.Limit > 0 && n == r.Limit) {
			continue
		}
		if n++; n > 1 {
			line += " "
		}
		line += k + "=" + model[k]
	}
	return line
}
