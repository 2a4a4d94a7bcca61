package indexes_test

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/indexes"
)

// lamp is written as an array, as are lamps of an older and of a newer release.
type lamp struct {
	Watts int64     `msgpack:"a"`
	Name  string    `msgpack:"b"`
	Lit   time.Time `msgpack:"c"`
	Hours []int64   `msgpack:"d"`
}

func (l *lamp) EncodeMsgpack(e *indexes.Encoder) {
	e.Array(4)
	e.Int(l.Watts)
	e.Text(l.Name)
	e.Time(l.Lit)
	e.Array(len(l.Hours))
	for _, h := range l.Hours {
		e.Int(h)
	}
}

func (l *lamp) DecodeMsgpack(d *indexes.Decoder) error {
	f := d.Array()
	f.Int(&l.Watts)
	f.Text(&l.Name)
	f.Time(&l.Lit)
	if f.More() {
		hours := d.Array()
		for hours.Left() > 0 && len(l.Hours) < 100 {
			var h int64
			hours.Int(&h)
			l.Hours = append(l.Hours, h)
		}
		if err := hours.Close(); err != nil {
			return err
		}
	}
	return f.Close()
}

type olderLamp struct {
	Watts int64 `msgpack:"a"`
}

func (l *olderLamp) EncodeMsgpack(e *indexes.Encoder) { e.Array(1); e.Int(l.Watts) }

func (l *olderLamp) DecodeMsgpack(d *indexes.Decoder) error {
	f := d.Array()
	f.Int(&l.Watts)
	return f.Close()
}

// fixture holds lamps inside a record without a hand-written encoding.
type fixture struct {
	Lamps []lamp `msgpack:"a"`
	Spare *lamp  `msgpack:"b"`
}

func TestCustom(t *testing.T) {
	lit := time.Date(2026, 7, 1, 22, 0, 0, 1000, time.UTC)
	full := lamp{-60, "Spot", lit, []int64{1, 300, -5}}
	marshal := func(t *testing.T, v any) []byte {
		t.Helper()
		var b []byte
		var err error
		switch v := v.(type) {
		case *lamp:
			b, err = indexes.Marshal(v)
		case *olderLamp:
			b, err = indexes.Marshal(v)
		case *fixture:
			b, err = indexes.Marshal(v)
		}
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	t.Run("a record comes back, by itself and inside another", func(t *testing.T) {
		is := is.New(t)
		for _, in := range []lamp{full, {}} {
			var out lamp
			is.NoErr(indexes.Unmarshal(marshal(t, &in), &out))
			is.Equal(out, in)
		}
		in, out := fixture{[]lamp{full, {}}, &full}, fixture{}
		is.NoErr(indexes.Unmarshal(marshal(t, &in), &out))
		is.Equal(out, in)
	})
	t.Run("it is msgpack, which any tool reads", func(t *testing.T) {
		is := is.New(t)
		var out any
		is.NoErr(indexes.Unmarshal(marshal(t, &full), &out))
		words, ok := out.([]any)
		is.True(ok)
		is.Equal(len(words), 4)
		is.Equal(words[1], "Spot")
	})
	t.Run("fields that an older release did not write stay zero", func(t *testing.T) {
		is := is.New(t)
		var out lamp
		is.NoErr(indexes.Unmarshal(marshal(t, &olderLamp{40}), &out))
		is.Equal(out, lamp{Watts: 40})
	})
	t.Run("fields of a newer release are passed over", func(t *testing.T) {
		is := is.New(t)
		var out olderLamp
		is.NoErr(indexes.Unmarshal(marshal(t, &full), &out))
		is.Equal(out.Watts, int64(-60))
	})
	t.Run("what was cut off, went on or is no list is refused", func(t *testing.T) {
		whole := marshal(t, &full)
		for n := range whole {
			if indexes.Unmarshal(whole[:n], new(lamp)) == nil {
				t.Errorf("%d of %d bytes were read", n, len(whole))
			}
		}
		for _, bad := range [][]byte{append(whole, 1), {0xc0}, {0x81, 1, 1}, {0xdd, 0xff, 0xff, 0xff, 0xff}} {
			if indexes.Unmarshal(bad, new(lamp)) == nil {
				t.Errorf("%x was read", bad)
			}
		}
	})
}
