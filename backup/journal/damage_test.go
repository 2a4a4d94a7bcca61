package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/frame"

	"github.com/matryer/is"
)

// written is a finished journal of one segment, and what it holds.
func written(t *testing.T) (h *testStore, keys []string) {
	h = open(t)
	for i := range 8 {
		keys = append(keys, fmt.Sprintf("key%02d", i))
		h.write(keys[i])
	}
	h.stop()
	return h, keys
}

// parseBoth parses in both ways, which must see the same but for what was written.
func parseBoth(t *testing.T, f file, b []byte) (*segment, error) {
	t.Helper()
	is := is.New(t)
	s, err := parseSegment(f, b, writes)
	brief, failed := parseSegment(f, b, moments)
	is.Equal(fmt.Sprint(failed), fmt.Sprint(err))
	if err != nil {
		return s, err
	}
	is.Equal(fmt.Sprint(brief.damage), fmt.Sprint(s.damage))
	is.Equal([]any{brief.seed, brief.first, brief.last, brief.finished, brief.end()}, []any{s.seed, s.first, s.last, s.finished, s.end()})
	is.Equal(len(brief.frames), len(s.frames))
	for i, fr := range s.frames {
		is.Equal(brief.frames[i].sum, fr.sum)
		is.Equal(len(brief.frames[i].sets), len(fr.sets))
		for k, set := range fr.sets {
			short := brief.frames[i].sets[k]
			is.True(short.Prev.Equal(set.Prev) && short.At.Equal(set.At) && short.Writes == nil && len(set.Writes) > 0)
		}
	}
	return s, nil
}

func TestEveryChangedByteIsNoticed(t *testing.T) {
	is := is.New(t)
	h, keys := written(t)
	path := h.newest()
	whole, err := os.ReadFile(path)
	is.NoErr(err)
	f := file{generation: h.generations()[0].Name, number: 1, path: path}
	for at := range whole {
		b := append([]byte(nil), whole...)
		b[at] ^= 0x10
		s, err := parseBoth(t, f, b)
		if err == nil && s.damage == nil && s.finished {
			t.Errorf("byte %d: nothing was noticed", at)
		}
		var damaged *DamagedError
		if errors.As(err, &damaged) {
			is.Equal(damaged.Segment, filepath.Base(path)) // it says where
		}
	}
	is.Equal(h.keys(h.generations()[0].Start), keys)
}

// TestACutEndIsNormal: a segment cut off at any byte holds what lies before.
func TestACutEndIsNormal(t *testing.T) {
	is := is.New(t)
	h, _ := written(t)
	path := h.newest()
	whole, err := os.ReadFile(path)
	is.NoErr(err)
	f := file{generation: h.generations()[0].Name, number: 1, path: path}
	most := 0
	for size := range whole {
		s, err := parseBoth(t, f, whole[:size])
		if errors.Is(err, errStump) {
			continue
		}
		is.NoErr(err)
		is.True(s.damage == nil && !s.finished)
		is.True(len(s.frames) >= most) // never less of a longer one
		most = len(s.frames)
	}
	is.Equal(most, 8)
}

func TestDamageIsNamedWithItsPlace(t *testing.T) {
	is := is.New(t)
	h, _ := written(t)
	g := h.generations()[0]
	s, err := readSegment(g.files[0], writes)
	is.NoErr(err)
	third := s.frames[2].sets[0]
	whole, err := os.ReadFile(h.newest())
	is.NoErr(err)
	at := int(s.offsetOf(whole, 2))
	spoil(t, h.newest(), at+frame.Head+3)
	_, err = keysOf(h.generations()[0], g.Start, always)
	var damaged *DamagedError
	is.True(errors.As(err, &damaged))
	is.Equal(damaged.Offset, int64(at))
	keys, err := keysOf(h.generations()[0], g.Start, third.Prev) // what lies before can be had
	is.NoErr(err)
	is.Equal(len(keys), 2)
}

// A power cut may take the first bytes of a segment that was not synced yet and
// leave what follows: everything before it can be had.
func TestALastSegmentWithoutItsFrontKeepsNothingBack(t *testing.T) {
	is := is.New(t)
	h, keys := written(t)
	h.start()
	h.write("late")
	h.stop()
	g := h.generations()[0]
	is.Equal(len(g.files), 2)
	before, err := readSegment(g.files[0], writes)
	is.NoErr(err)
	b, err := os.ReadFile(h.newest())
	is.NoErr(err)
	clear(b[:len(segmentIntro)+1])
	is.NoErr(os.WriteFile(h.newest(), b, 0o600))

	spoilt := h.generations()[0]
	is.True(spoilt.Damage != "")
	is.Equal(spoilt.End, before.end())
	got, err := keysOf(spoilt, spoilt.Start, before.end())
	is.NoErr(err)
	is.Equal(got, keys)
	_, err = keysOf(spoilt, spoilt.Start, always) // not silently less than was asked for
	is.True(err != nil)
	is.True(strings.Contains(err.Error(), "It is whole up to "+say(before.end())))
}

// offsetOf is where a frame begins.
func (s *segment) offsetOf(b []byte, n int) int64 {
	at := len(segmentIntro)
	for range n + 1 {
		body, _, _, _ := frame.Unseal(b[at:])
		at += frame.Head + len(body)
	}
	return int64(at)
}

func TestBatchRoundTrip(t *testing.T) {
	is := is.New(t)
	at := time.UnixMicro(1_700_000_000_000_000).UTC()
	sets := []kv.WriteSet{
		{Prev: at, At: at.Add(time.Microsecond), Writes: []kv.Entry{
			{Space: "a", Key: []byte("k"), Value: []byte("v")}, {Space: "a", Key: []byte("l")}, {Space: "b", Key: []byte{0}, Value: []byte{0, 1}},
		}},
		{Prev: at.Add(time.Microsecond), At: at.Add(time.Hour)},
	}
	written := frame.AppendBatch(nil, sets)
	got, err := frame.ReadBatch(written[frame.Head:], map[string]kv.Space{})
	is.NoErr(err)
	is.Equal(got, sets)
}

// FuzzSegment: no bytes crash the reader, and what it takes as a commit it writes
// down again as the same bytes.
func FuzzSegment(f *testing.F) {
	at := time.UnixMicro(5).UTC()
	s := writer{j: &Journal{o: Options{}.withDefaults()}, generation: "20260704T120000.000000Z"}
	front := s.front(at)
	batch := frame.AppendBatch(nil, []kv.WriteSet{{Prev: at, At: at.Add(1000), Writes: []kv.Entry{{Space: "s", Key: []byte("k"), Value: []byte("v")}}}})
	frame.Seal(batch, s.chain)
	f.Add(front)
	f.Add(append(front, batch...))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := parseSegment(file{generation: "20260704T120000.000000Z", number: 1}, b, writes)
		if err != nil {
			return
		}
		for _, fr := range s.frames {
			again, err := frame.ReadBatch(frame.AppendBatch(nil, fr.sets)[frame.Head:], map[string]kv.Space{})
			if err != nil || !again[0].At.Equal(fr.sets[0].At) {
				t.Fatalf("%v does not come back: %v", fr.sets, err)
			}
		}
	})
}

// FuzzBatch goes past the checksum.
func FuzzBatch(f *testing.F) {
	at := time.UnixMicro(5).UTC()
	f.Add(frame.AppendBatch(nil, []kv.WriteSet{{Prev: at, At: at.Add(1000), Writes: []kv.Entry{{Space: "s", Key: []byte("k"), Value: []byte("v")}}}})[frame.Head:])
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) == 0 {
			return
		}
		sets, err := frame.ReadBatch(body, map[string]kv.Space{})
		if err != nil {
			return
		}
		for _, s := range sets {
			for _, w := range s.Writes {
				if len(w.Key) == 0 || w.Space == "" || w.Value != nil && len(w.Value) == 0 {
					t.Fatalf("%v is no write", w)
				}
			}
		}
	})
}
