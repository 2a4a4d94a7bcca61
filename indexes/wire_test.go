package indexes

import (
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestWire(t *testing.T) {
	t.Run("every integer is written as the library does and read back", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.Int64().Draw(t, "n") >> rapid.IntRange(0, 63).Draw(t, "shift")
			b := appendInt(nil, n)
			same, err := packByLibrary(nil, n)
			if err != nil || string(b) != string(same) {
				t.Fatalf("%d is %x, by the library %x, %v", n, b, same, err)
			}
			got, rest, err := readInt(string(b))
			if err != nil || got != n || len(rest) > 0 {
				t.Fatalf("%d reads back as %d, %v", n, got, err)
			}
		})
	})
	t.Run("skip passes over exactly one value", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawParcel(t)
			b, err := pack(nil, &p)
			if err != nil {
				t.Fatal(err)
			}
			rest, err := skip(string(b) + "behind")
			if err != nil || rest != "behind" {
				t.Fatalf("%q left, %v", rest, err)
			}
			for n := range b {
				if _, err := skip(string(b[:n])); err == nil {
					t.Fatalf("%x was taken for a whole value", b[:n])
				}
			}
		})
	})
	t.Run("long texts, lists and bytes keep their lengths", func(t *testing.T) {
		is := is.New(t)
		for _, n := range []int{15, 16, 31, 32, 255, 256, 65535, 65536} {
			in := parcel{Text: string(make([]byte, n)), Bytes: make([]byte, n), List: make([]string, n)}
			b, err := pack(nil, &in)
			is.NoErr(err)
			same, err := packByLibrary(nil, &in)
			is.NoErr(err)
			is.Equal(string(b), string(same))
			var out parcel
			is.NoErr(unpack(b, &out))
			is.Equal(len(out.Text)+len(out.Bytes)+len(out.List), 3*n)
			_, err = skip(string(b))
			is.NoErr(err)
		}
	})
	t.Run("fields in another order, unknown ones and nil are read", func(t *testing.T) {
		is := is.New(t)
		b, err := packByLibrary(nil, map[string]any{"zz": []any{1, map[string]any{"x": 2.5}, "y"}, "p": int64(4), "e": "text", "a": nil, "d": true})
		is.NoErr(err)
		out := parcel{Int: 9}
		is.NoErr(unpack(b, &out))
		is.Equal(out, parcel{Text: "text", Bool: true, line: line{Net: 4}})
	})
	t.Run("a number that does not fit is refused", func(t *testing.T) {
		is := is.New(t)
		for _, v := range []map[string]any{{"b": 300}, {"c": -1}, {"c": int64(1) << 40}, {"a": uint64(1) << 63}, {"a": "x"}, {"e": 1}, {"d": 1}, {"n": 1}, {"j": 1}, {"k": []any{1}}} {
			b, err := packByLibrary(nil, v)
			is.NoErr(err)
			is.True(unpack(b, &parcel{}) != nil)
		}
	})
}
