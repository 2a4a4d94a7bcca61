package kv_test

import (
	"bytes"
	"cmp"
	"testing"
	"time"

	"marquee/kv"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

type (
	pair   = kv.Pair2[string, int64]
	triple = kv.Triple[int64, []byte, bool]
)

func TestCodecsKeepOrderAndValue(t *testing.T) {
	t.Run("integers", codecHolds(kv.Int, anyInt(), cmp.Compare[int64]))
	t.Run("texts", codecHolds(kv.String, anyText(), cmp.Compare[string]))
	t.Run("bytes", codecHolds(kv.Bytes, rapid.Map(anyText(), toBytes), bytes.Compare))
	t.Run("times", codecHolds(kv.Time, anyTime(), time.Time.Compare))
	t.Run("booleans", codecHolds(kv.Bool, rapid.Bool(), compareBool))
	t.Run("pairs", codecHolds(kv.PairOf(kv.String, kv.Int), anyPair(), comparePair))
	t.Run("triples", codecHolds(kv.TripleOf(kv.Int, kv.Bytes, kv.Bool), anyTriple(), compareTriple))
	t.Run("descending integers", codecHolds(kv.Desc(kv.Int), anyInt(), reversed(cmp.Compare[int64])))
	t.Run("descending pairs", codecHolds(kv.Desc(kv.PairOf(kv.String, kv.Int)), anyPair(), reversed(comparePair)))
}

func TestSmallIntegersTakeFewBytes(t *testing.T) {
	is := is.New(t)
	for v, want := range map[int64]int{0: 1, 119: 1, -1: 1, -120: 1, 120: 2, 255: 2, -256: 2, 256: 3, 65535: 3, 1 << 40: 7, -1 << 63: 9, 1<<63 - 1: 9} {
		is.Equal(len(kv.Int.Append(nil, v)), want) // bytes of the encoding
	}
}

func TestZeroTimeComesBack(t *testing.T) {
	is := is.New(t)
	got, _, err := kv.Time.Read(kv.Time.Append(nil, time.Time{}))
	is.NoErr(err)
	is.True(got.IsZero())
}

func codecHolds[K any](c kv.Codec[K], gen *rapid.Generator[K], compare func(a, b K) int) func(*testing.T) {
	return func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
			x, y := c.Append(nil, a), c.Append([]byte{}, b)
			if got, want := sign(bytes.Compare(x, y)), sign(compare(a, b)); got != want {
				t.Fatalf("%v and %v compare %d, their bytes %x and %x compare %d", a, b, want, x, y, got)
			}
			if bytes.HasPrefix(y, x) && !bytes.Equal(x, y) {
				t.Fatalf("the encoding %x of %v begins the encoding %x of %v", x, a, y, b)
			}
			got, rest, err := c.Read(append(x, y...))
			if err != nil || compare(got, a) != 0 || !bytes.Equal(rest, y) {
				t.Fatalf("%v came back as %v, rest %x, error %v", a, got, rest, err)
			}
		})
	}
}

func anyInt() *rapid.Generator[int64] {
	return rapid.OneOf(rapid.Int64(), rapid.Int64Range(-300, 300), rapid.Map(rapid.IntRange(0, 62), func(n int) int64 { return 1 << n }))
}

func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 2, 'a', 254, 255}), 0, 5), func(b []byte) string { return string(b) }))
}

func anyTime() *rapid.Generator[time.Time] {
	return rapid.Map(rapid.Int64Range(-1<<55, 1<<55), func(us int64) time.Time { return time.UnixMicro(us).UTC() })
}

func anyPair() *rapid.Generator[pair] {
	return rapid.Custom(func(t *rapid.T) pair { return pair{A: anyText().Draw(t, "a"), B: anyInt().Draw(t, "b")} })
}

func anyTriple() *rapid.Generator[triple] {
	return rapid.Custom(func(t *rapid.T) triple {
		return triple{A: rapid.Int64Range(-2, 2).Draw(t, "a"), B: toBytes(anyText().Draw(t, "b")), C: rapid.Bool().Draw(t, "c")}
	})
}

func toBytes(s string) []byte { return []byte(s) }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func comparePair(x, y pair) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) }

func compareTriple(x, y triple) int {
	return cmp.Or(cmp.Compare(x.A, y.A), bytes.Compare(x.B, y.B), compareBool(x.C, y.C))
}

func reversed[K any](compare func(a, b K) int) func(a, b K) int {
	return func(a, b K) int { return -compare(a, b) }
}

func sign(n int) int { return cmp.Compare(n, 0) }
