package indexes

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// parcel has a field of every kind that a record may have.
type parcel struct {
	Int      int64             `msgpack:"a"`
	Small    int8              `msgpack:"b"`
	Unsigned uint32            `msgpack:"c"`
	Bool     bool              `msgpack:"d"`
	Text     string            `msgpack:"e"`
	Bytes    []byte            `msgpack:"f"`
	At       time.Time         `msgpack:"g"`
	Maybe    *time.Time        `msgpack:"h"`
	Count    *int64            `msgpack:"i"`
	List     []string          `msgpack:"j"`
	Lines    []line            `msgpack:"k"`
	ByName   map[string]string `msgpack:"l"`
	ByID     map[int64]line    `msgpack:"m"`
	Float    float64           `msgpack:"n"`
	Hash     [4]byte           `msgpack:"o"`
	line
}

type line struct {
	Net  int64 `msgpack:"p"`
	More *line `msgpack:"q"`
}

func init() {
	if err := checkType(reflect.TypeFor[parcel]()); err != nil {
		panic(err)
	}
}

// drawParcel leaves out what is documented not to come back: empty lists that
// are not nil.
func drawParcel(t *rapid.T) parcel {
	moment := rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMicro(rapid.Int64Range(-1e17, 1e17).Draw(t, "µs")).UTC()
	})
	lines := rapid.Custom(func(t *rapid.T) line {
		return line{Net: rapid.Int64().Draw(t, "net"), More: rapid.Ptr(rapid.Just(line{Net: 3}), true).Draw(t, "more")}
	})
	p := parcel{
		Int: rapid.Int64().Draw(t, "int"), Small: rapid.Int8().Draw(t, "small"), Unsigned: rapid.Uint32().Draw(t, "unsigned"),
		Bool: rapid.Bool().Draw(t, "bool"), Text: rapid.String().Draw(t, "text"), At: moment.Draw(t, "at"),
		Maybe: rapid.Ptr(moment, true).Draw(t, "maybe"), Count: rapid.Ptr(rapid.Int64(), true).Draw(t, "count"),
		Float: rapid.Float64().Draw(t, "float"), line: lines.Draw(t, "line"),
	}
	if rapid.Bool().Draw(t, "full") {
		p.Bytes = rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "bytes")
		p.List = rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "list")
		p.Lines = rapid.SliceOfN(lines, 1, 5).Draw(t, "lines")
		p.ByName = rapid.MapOfN(rapid.String(), rapid.String(), 1, 5).Draw(t, "names")
		p.ByID = rapid.MapOfN(rapid.Int64(), lines, 1, 5).Draw(t, "ids")
		p.Hash = [4]byte{1, 2, 3, 4}
	}
	return p
}

func TestEnvelope(t *testing.T) {
	t.Run("every record comes back as it was, and equal ones have equal bytes", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			in, out := drawParcel(t), parcel{}
			value, err := seal(nil, 7, 3, []byte("key"), &in)
			if err != nil {
				t.Fatal(err)
			}
			payload, version, err := unseal(7, []byte("key"), value)
			if err != nil || version != 3 {
				t.Fatal(version, err)
			}
			if err := unpack(payload, &out); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(in, out) {
				t.Fatalf("%+v\nbecame %+v", in, out)
			}
			same, err := packByLibrary(nil, &in)
			if err != nil || string(same) != string(payload) {
				t.Fatalf("written %x, by the library %x, %v", payload, same, err)
			}
			var other parcel
			if err := unpackByLibrary(payload, &other); err != nil || !reflect.DeepEqual(in, other) {
				t.Fatalf("%+v\nis to the library %+v, %v", in, other, err)
			}
			again, err := seal(nil, 7, 3, []byte("key"), &out)
			if err != nil || string(again) != string(value) {
				t.Fatalf("%x\nthen %x, %v", value, again, err)
			}
		})
	})
	t.Run("any flipped bit, another key, table or version is noticed", func(t *testing.T) {
		is := is.New(t)
		value, err := seal(nil, 7, 1, []byte("key"), &parcel{Text: "text", Int: 12345})
		is.NoErr(err)
		for bit := range len(value) * 8 {
			value[bit/8] ^= 1 << (bit % 8)
			_, _, err := unseal(7, []byte("key"), value)
			is.True(err != nil)
			value[bit/8] ^= 1 << (bit % 8)
		}
		for n := range len(value) {
			_, _, err := unseal(7, []byte("key"), value[:n])
			is.True(err != nil)
		}
		_, _, err = unseal(7, []byte("kez"), value)
		is.True(err != nil)
		_, _, err = unseal(8, []byte("key"), value)
		is.True(err != nil)
		_, _, err = unseal(7, []byte("key"), value)
		is.NoErr(err)
	})
	t.Run("a moment comes back in UTC, a moment of zero as nothing", func(t *testing.T) {
		is := is.New(t)
		zero, at := time.Time{}, time.Date(2026, 3, 29, 2, 30, 0, 5000, time.FixedZone("x", 3600))
		value, err := seal(nil, 0, 1, nil, &parcel{At: at, Maybe: &zero, List: []string{}})
		is.NoErr(err)
		var out parcel
		is.NoErr(unpack(value[envelopeSize:], &out))
		is.Equal(out.At, at.UTC())
		is.Equal(out.Maybe, nil)
		is.Equal(out.List, nil)
	})
	t.Run("bytes behind the record are refused", func(t *testing.T) {
		is := is.New(t)
		value, err := pack(nil, &parcel{Int: 1})
		is.NoErr(err)
		err = unpack(append(value, 0xc0), &parcel{})
		is.True(err != nil && strings.Contains(err.Error(), "1 bytes too many"))
	})
	t.Run("fields that nobody knows any more are passed over", func(t *testing.T) {
		is := is.New(t)
		value, err := pack(nil, &line{Net: 1})
		is.NoErr(err)
		var out struct {
			Text string `msgpack:"e"`
		}
		is.NoErr(unpack(value, &out))
	})
}

func FuzzUnpack(f *testing.F) {
	full, err := pack(nil, &parcel{Int: 1 << 40, Text: "text", Lines: []line{{Net: 1, More: &line{}}}, ByName: map[string]string{"a": "b"}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{full, {}, {0xc0}, {0x81}, {0xdf, 0xff, 0xff, 0xff, 0xff}, {0x81, 0xa1, 'j', 0xdd, 0xff, 0xff, 0xff, 0xff}} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		var p parcel
		if unpack(payload, &p) != nil {
			return
		}
		first, err := pack(nil, &p)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		var again parcel
		if err := unpack(first, &again); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		second, err := pack(nil, &again)
		if err != nil || string(first) != string(second) {
			t.Fatalf("%x\nthen %x, %v", first, second, err)
		}
	})
}

func FuzzUnseal(f *testing.F) {
	value, err := seal(nil, 7, 1, []byte("key"), &parcel{Int: 5})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("key"), value)
	f.Add([]byte("key"), value[:envelopeSize])
	f.Add([]byte{}, []byte{})
	f.Fuzz(func(t *testing.T, key, value []byte) {
		payload, _, err := unseal(7, key, value)
		if err == nil && len(payload) == 0 {
			t.Fatal("an empty payload passed")
		}
	})
}
