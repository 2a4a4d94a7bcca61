package entry

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"marquee/indexes"

	"pgregory.net/rapid"
)

var moments = rapid.Custom(func(t *rapid.T) time.Time {
	if rapid.Bool().Draw(t, "none") {
		return time.Time{}
	}
	return time.UnixMicro(rapid.Int64Range(1, 1<<52).Draw(t, "micros")).UTC()
})

// drawn fills a record with anything.
var noon = time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)

func drawn[T any](t *rapid.T) *T {
	rec := new(T)
	fill(t, reflect.ValueOf(rec).Elem())
	return rec
}

func fill(t *rapid.T, v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(moments.Draw(t, "time")))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case v.Kind() == reflect.Slice:
		if n := rapid.IntRange(0, 3).Draw(t, "entries"); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(t, v.Index(i))
			}
		}
	case v.Kind() == reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case v.Kind() == reflect.String:
		v.SetString(rapid.StringOfN(rapid.RuneFrom([]rune("aZ9-é")), 0, 40, -1).Draw(t, "text"))
	case v.CanUint():
		v.SetUint(rapid.Uint64Range(0, 3).Draw(t, "kind"))
	default:
		v.SetInt(rapid.Int64Range(0, 1<<40).Draw(t, "number"))
	}
}

func roundTrip[T any](t *rapid.T, settle func(*T)) {
	rec, back := drawn[T](t), new(T)
	settle(rec)
	b, err := indexes.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	if err := indexes.Unmarshal(b, back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(rec, back) {
		t.Fatalf("wrote %+v, read %+v", rec, back)
	}
}

func TestRecordsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		roundTrip(t, func(*TicketState) {})
		roundTrip(t, func(*ZoneCounter) {})
		roundTrip(t, func(*TicketCount) {})
		roundTrip(t, func(s *Scan) {
			s.Batch = min(s.Batch, max(s.ID-1, 0)) // a row follows the one that leads it
			s.Longitude += "1"
			if s.At.IsZero() {
				s.At = s.ScannedOn
			}
		})
	})
}

// FuzzRecords reads garbage: an error, never a panic, and what is read is written
// as something that reads the same.
func FuzzRecords(f *testing.F) {
	f.Add(packed(f, TicketState{ID: 1, EventID: 2, NFC: "04AB", Zones: []ZoneState{{ZoneID: 3, Inside: true, In: 1, LastIn: noon}}, ScanIDs: []int64{5, 9}}))
	f.Add(packed(f, Scan{ID: 9, Batch: 5, Status: Denied, Detail: OrderLocked, UUID: "u", ScannedOn: noon, Forced: true}))
	f.Add(packed(f, ZoneCounter{ZoneID: 3, Tally: Tally{Attendance: 1, UniqueIn: 1, TotalIn: 1}}))
	f.Add([]byte{0xdd, 0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{0xc0})
	f.Fuzz(func(t *testing.T, b []byte) {
		reread[TicketState](t, b)
		reread[Scan](t, b)
		reread[ZoneCounter](t, b)
		reread[TicketCount](t, b)
	})
}

func packed[T any](t testing.TB, rec T) []byte {
	b, err := indexes.Marshal(&rec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func reread[T any](t *testing.T, b []byte) {
	var rec, back T
	if indexes.Unmarshal(b, &rec) != nil {
		return
	}
	again := packed(t, rec)
	if err := indexes.Unmarshal(again, &back); err != nil {
		t.Fatal(err)
	}
	if twice := packed(t, back); !bytes.Equal(again, twice) {
		t.Fatalf("%+v comes back as %+v", rec, back)
	}
}
