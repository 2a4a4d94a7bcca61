package indexes

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// household points to everything that an arena allocates.
type household struct {
	Name  string     `msgpack:"n"`
	Ages  []int64    `msgpack:"a"`
	Pets  []string   `msgpack:"p"`
	Moved *time.Time `msgpack:"m"`
	Left  *time.Time `msgpack:"l"`
	Post  *parcel    `msgpack:"o"`
}

func drawHousehold(t *rapid.T) household {
	when := rapid.Ptr(rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMicro(rapid.Int64Range(0, 1e17).Draw(t, "µs")).UTC()
	}), true)
	h := household{Name: rapid.String().Draw(t, "name"), Moved: when.Draw(t, "moved"), Left: when.Draw(t, "left")}
	if rapid.Bool().Draw(t, "post") {
		p := drawParcel(t)
		h.Post = &p
	}
	if n := rapid.IntRange(0, 3).Draw(t, "lists"); n > 0 {
		h.Ages = rapid.SliceOfN(rapid.Int64(), 1, 50*n).Draw(t, "ages")
		h.Pets = rapid.SliceOfN(rapid.String(), 1, 50*n).Draw(t, "pets")
	}
	return h
}

func TestArena(t *testing.T) {
	t.Run("records that share an arena read the same, even after one of them was appended to", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			want := rapid.SliceOfN(rapid.Custom(drawHousehold), 1, 20).Draw(t, "households")
			var mem arena
			got := make([]household, len(want))
			for i := range want {
				payload, err := pack(nil, &want[i])
				if err != nil {
					t.Fatal(err)
				}
				if err := unpackIn(&mem, payload, &got[i]); err != nil {
					t.Fatal(err)
				}
				clear(payload) // like the end of the transaction
			}
			spoilt := &got[rapid.IntRange(0, len(got)-1).Draw(t, "spoilt")]
			spoilt.Ages, spoilt.Pets = append(spoilt.Ages, -1), append(spoilt.Pets, "?")
			for i := range want {
				if &got[i] != spoilt && !reflect.DeepEqual(got[i], want[i]) {
					t.Fatalf("%d: %+v\nbecame %+v", i, want[i], got[i])
				}
			}
		})
	})
	t.Run("a hundred records take a few allocations", func(t *testing.T) {
		is := is.New(t)
		now := time.Now()
		payload, err := pack(nil, &household{Name: "The Millers of the Mill", Ages: []int64{7, 9}, Pets: []string{"Rex"}, Moved: &now})
		is.NoErr(err)
		read := func(mem *arena) float64 {
			return testing.AllocsPerRun(20, func() {
				for range 100 {
					var h household
					if err := unpackIn(mem, payload, &h); err != nil {
						panic(fmt.Sprint(err))
					}
				}
			})
		}
		alone, together := read(nil), read(new(arena))
		is.True(alone >= 500)
		is.True(together <= 120) // a hundred for the records themselves
	})
}
