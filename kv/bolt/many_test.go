package bolt

import (
	"testing"

	"marquee/kv"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// TestManyAreThoseFoundOneByOne asks for keys that are there and keys that are
// not, near each other and far apart, forwards, backwards and twice.
func TestManyAreThoseFoundOneByOne(t *testing.T) {
	is := is.New(t)
	e := openTemp(t, Options{FreePages: -1})
	const known = 2000 // several pages
	is.NoErr(e.Update(background, func(tx kv.Tx) error {
		for i := int64(0); i < known; i += 1 + i%3 {
			key := kv.Int.Append(nil, i)
			if err := tx.Put("s", key, append(key, "value"...)); err != nil {
				return err
			}
		}
		return nil
	}))
	rapid.Check(t, func(t *rapid.T) {
		var keys [][]byte
		at := rapid.Int64Range(0, known).Draw(t, "first")
		for _, step := range rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(-2, 6), rapid.Int64Range(-known, known)), 0, 60).Draw(t, "steps") {
			at = min(max(at+step, -5), known+5)
			keys = append(keys, kv.Int.Append(nil, at))
		}
		err := e.View(background, func(r kv.Reader) error {
			many, err := r.GetMany("s", keys)
			for i, key := range keys {
				one, _ := r.Get("s", key)
				fresh := r.(*reader).tx.Bucket([]byte("s")).Get(key)
				if string(one) != string(fresh) || string(many[i]) != string(fresh) || (many[i] == nil) != (fresh == nil) {
					t.Fatalf("key %d: %q among many, %q alone, %q in the file", i, many[i], one, fresh)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
