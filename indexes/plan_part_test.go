package indexes

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// address is a part of a household under a type of its own.
type address struct {
	Name string     `msgpack:"n"`
	Left *time.Time `msgpack:"l"`
}

var partTags = []string{"n", "a", "p", "m", "l", "o"}

func drawStored(t *rapid.T, c *core) (household, Stored[household], []byte) {
	h := drawHousehold(t)
	value, err := seal(nil, c.seed, 1, []byte("key"), &h)
	if err != nil {
		t.Fatal(err)
	}
	return h, Stored[household]{stored{core: c, key: []byte("key"), raw: value, mem: new(arena)}}, value
}

// keep leaves only the fields of a record with the given tags.
func keep(h household, tags []string) household {
	var out household
	from, to := reflect.ValueOf(h), reflect.ValueOf(&out).Elem()
	for i := range from.NumField() {
		if tag := from.Type().Field(i).Tag.Get("msgpack"); strings.Contains(strings.Join(tags, ","), tag) {
			to.Field(i).Set(from.Field(i))
		}
	}
	return out
}

func TestPart(t *testing.T) {
	c := &core{version: 1, label: func([]byte) string { return "key" }}
	table := &Table[household]{core: c}
	t.Run("a part is the whole without the other fields, and outlives what it was read of", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			h, stored, value := drawStored(t, c)
			tags := rapid.SliceOfNDistinct(rapid.SampledFrom(partTags), 1, len(partTags), rapid.ID).Draw(t, "tags")
			got := household{Name: "left over", Ages: []int64{1}}
			if err := PartOf[household, household](table, tags...).Read(&stored, &got); err != nil {
				t.Fatal(err)
			}
			var short address
			if err := PartOf[household, address](table).Read(&stored, &short); err != nil {
				t.Fatal(err)
			}
			for i := range value {
				value[i] = 'x' // like the end of the transaction
			}
			if want := keep(h, tags); !reflect.DeepEqual(got, want) {
				t.Fatalf("%q of %+v\nis %+v", tags, want, got)
			}
			if !reflect.DeepEqual(short, address{h.Name, h.Left}) {
				t.Fatalf("%+v is not of %+v", short, h)
			}
		})
	})
	t.Run("a flipped bit and a newer record are noticed whatever is read", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			_, stored, value := drawStored(t, c)
			value[rapid.IntRange(0, len(value)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			var short address
			if PartOf[household, address](table).Read(&stored, &short) == nil {
				t.Fatal("damage passed")
			}
		})
		is := is.New(t)
		value, err := seal(nil, c.seed, 2, []byte("key"), &household{Name: "x"})
		is.NoErr(err)
		is.True(PartOf[household, address](table).Read(&Stored[household]{stored{core: c, key: []byte("key"), raw: value}}, &address{}) != nil)
	})
	t.Run("a mistaken declaration is noticed at once", func(t *testing.T) {
		for name, declare := range map[string]func(){
			"unknown field": func() { PartOf[household, household](table, "n", "zz") },
			"another type": func() {
				PartOf[household, struct {
					Name int64 `msgpack:"n"`
				}](table)
			},
			"not stored": func() {
				PartOf[household, struct {
					New string `msgpack:"new"`
				}](table)
			},
		} {
			t.Run(name, func(t *testing.T) {
				defer func() { is.New(t).True(recover() != nil) }()
				declare()
			})
		}
	})
}

// FuzzPart reads parts of arbitrary bytes: malformed input is an error, never a
// panic, and a record that can be read whole can be read in parts.
func FuzzPart(f *testing.F) {
	now := time.UnixMicro(1e15)
	full, err := pack(nil, &household{Name: "n", Ages: []int64{1 << 40}, Pets: []string{"a", ""}, Moved: &now, Post: &parcel{Int: 5, ByName: map[string]string{"a": "b"}}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{full, {0xc0}, {0x81}, {0x81, 0xa1, 'n', 0xc0}, {0xdf, 0xff, 0xff, 0xff, 0xff}} {
		f.Add(seed)
	}
	c := &core{version: 1, label: func([]byte) string { return "key" }}
	part := PartOf[household, address](&Table[household]{core: c})
	f.Fuzz(func(t *testing.T, payload []byte) {
		value := resealed(c.seed, []byte("key"), payload)
		var whole household
		var short address
		errWhole := unpack(payload, &whole)
		err := part.Read(&Stored[household]{stored{core: c, key: []byte("key"), raw: value, mem: new(arena)}}, &short)
		if errWhole == nil && len(payload) > 0 && (err != nil || !reflect.DeepEqual(short, address{whole.Name, whole.Left})) {
			t.Fatalf("%x: %+v of %+v, %v", payload, short, whole, err)
		}
	})
}

// resealed puts an envelope around any payload.
func resealed(seed uint32, key, payload []byte) []byte {
	value := append([]byte{envelopeForm, 0, 1, 0, 0, 0, 0}, payload...)
	sum := checksum(seed, key, value[:3], payload)
	value[3], value[4], value[5], value[6] = byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)
	return value
}
