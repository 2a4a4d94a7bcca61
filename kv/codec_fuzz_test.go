package kv_test

import (
	"bytes"
	"cmp"
	"testing"
	"time"

	"marquee/kv"
)

// FuzzKeyOrder builds two composite keys from arbitrary bytes and checks that they
// sort like their values.
func FuzzKeyOrder(f *testing.F) {
	f.Add("", "a", int64(0), int64(-1), []byte{0}, []byte{0, 0xFF}, true)
	f.Add("a\x00", "a", int64(119), int64(120), []byte{}, []byte{1}, false)
	f.Add("same", "same", int64(-1<<63), int64(1<<63-1), []byte{0xFF}, []byte{0xFF, 0xFF}, true)
	inner := kv.PairOf(kv.TripleOf(kv.String, kv.Int, kv.Bytes), kv.PairOf(kv.Desc(kv.String), kv.Bool))
	type key = kv.Pair2[kv.Triple[string, int64, []byte], kv.Pair2[string, bool]]
	f.Fuzz(func(t *testing.T, s1, s2 string, n1, n2 int64, b1, b2 []byte, flag bool) {
		x := key{A: kv.Triple[string, int64, []byte]{A: s1, B: n1, C: b1}, B: kv.Pair2[string, bool]{A: s2, B: flag}}
		y := key{A: kv.Triple[string, int64, []byte]{A: s2, B: n2, C: b2}, B: kv.Pair2[string, bool]{A: s1, B: !flag}}
		want := cmp.Or(cmp.Compare(s1, s2), cmp.Compare(n1, n2), bytes.Compare(b1, b2), cmp.Compare(s1, s2), compareBool(flag, !flag))
		if got := bytes.Compare(inner.Append(nil, x), inner.Append(nil, y)); got != want {
			t.Fatalf("bytes compare %d, values %d: %v and %v", got, want, x, y)
		}
	})
}

// FuzzReadKey decodes arbitrary bytes with every codec: it must not panic, and must
// accept only the one encoding of a value.
func FuzzReadKey(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0x80, 0x00, 0x01})
	f.Add([]byte{0xF8, 0x01})
	f.Add([]byte{0x00, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF})
	f.Add([]byte("text\x00\xffmore\x00\x01rest"))
	f.Fuzz(func(t *testing.T, b []byte) {
		oneEncoding(t, b, kv.Int)
		oneEncoding(t, b, kv.String)
		oneEncoding(t, b, kv.Bytes)
		oneEncoding(t, b, kv.Bool)
		oneEncoding(t, b, kv.PairOf(kv.Int, kv.Desc(kv.String)))
		oneEncoding(t, b, kv.TripleOf(kv.Bool, kv.Bytes, kv.Desc(kv.Int)))
		if moment, rest, err := kv.Time.Read(b); err == nil && moment.Year() > 0 && moment.Year() < 10000 {
			readsBack(t, b[:len(b)-len(rest)], kv.Time, moment)
		}
	})
}

func oneEncoding[K any](t *testing.T, b []byte, c kv.Codec[K]) {
	before := bytes.Clone(b)
	k, rest, err := c.Read(b)
	if !bytes.Equal(b, before) {
		t.Fatalf("reading changed %x to %x", before, b)
	}
	if err == nil {
		readsBack(t, b[:len(b)-len(rest)], c, k)
	}
}

func readsBack[K any](t *testing.T, took []byte, c kv.Codec[K], k K) {
	if again := c.Append(nil, k); !bytes.Equal(again, took) {
		t.Fatalf("%x was read as %v, which is written as %x", took, k, again)
	}
}

func TestMalformedKeysAreRefused(t *testing.T) {
	for name, refused := range map[string]bool{
		"integer of no bytes":           fails(kv.Int, ""),
		"integer cut off":               fails(kv.Int, "\xF9\x01"),
		"integer longer than needed":    fails(kv.Int, "\xF9\x00\xFF"),
		"small integer in the long way": fails(kv.Int, "\xF8\x05"),
		"integer beyond 63 bits":        fails(kv.Int, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"),
		"text without an end":           fails(kv.String, "abc"),
		"text cut off in its end":       fails(kv.String, "abc\x00"),
		"text with an unknown escape":   fails(kv.String, "abc\x00\x02"),
		"boolean of no bytes":           fails(kv.Bool, ""),
		"boolean of another value":      fails(kv.Bool, "\x02"),
		"time cut off":                  fails(kv.Time, "\xFE\x01"),
		"pair without its second":       fails(kv.PairOf(kv.Int, kv.Int), "\x80"),
		"triple without its first":      fails(kv.TripleOf(kv.Int, kv.Int, kv.Int), ""),
		"triple without its second":     fails(kv.TripleOf(kv.Int, kv.Int, kv.Int), "\x80"),
		"triple without its third":      fails(kv.TripleOf(kv.Int, kv.Int, kv.Int), "\x80\x80"),
		"descending text without end":   fails(kv.Desc(kv.String), "abc"),
	} {
		t.Run(name, func(t *testing.T) {
			if !refused {
				t.Fatal("it was accepted")
			}
		})
	}
}

func fails[K any](c kv.Codec[K], b string) bool {
	_, _, err := c.Read([]byte(b))
	return err == kv.ErrBadKey
}

func TestTimesKeepMicroseconds(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 123456789, time.FixedZone("", 7200))
	got, _, err := kv.Time.Read(kv.Time.Append(nil, at))
	if err != nil || !got.Equal(at.Truncate(time.Microsecond)) || got.Location() != time.UTC {
		t.Fatalf("%v came back as %v (%v)", at, got, err)
	}
}
