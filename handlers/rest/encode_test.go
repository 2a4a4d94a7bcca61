package rest

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

// inner and sample hold a field of every kind that an answer may have.
type inner struct {
	Text  string             `json:"text"`
	Large *int64             `json:"large"`
	Deep  []string           `json:"deep"`
	Map   map[string]float64 `json:"map"`
}

type embedded struct {
	Shared string `json:"shared"`
}

type sample struct {
	embedded2
	embedded
	A string           `json:"a"`
	B int64            `json:"b"`
	C float64          `json:"c"`
	D float32          `json:"d,omitempty"`
	E bool             `json:"e"`
	F *string          `json:"f"`
	G []inner          `json:"g"`
	H map[string]inner `json:"h"`
	I any              `json:"i"`
	J []byte           `json:"j"`
	K uint32           `json:"k,omitempty"`
	L [2]int           `json:"l"`
	M map[int64]string `json:"m,omitempty"`
	N *inner           `json:"n,omitempty"`
	O json.RawMessage  `json:"o"`
	P string           `json:"-"`
	Q string           `json:"p<&>q"`
	R int              `json:"r,omitzero"`
	S []*inner         `json:"s"`
	T string
}

type embedded2 struct {
	Other int `json:"other"`
}

var (
	genText  = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "<a href=\"x\">&", "\u2028\u2029", "\x00\x1f\x7f", "a\xffb", "é😀", "\b\f\n\r\t\\/"}))
	genFloat = rapid.OneOf(rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1e21, 1e20, 1e-6, 1e-7, 1.5, math.MaxFloat64, 5e-324}))
)

func drawInner(t *rapid.T) inner {
	in := inner{Text: genText.Draw(t, "text"), Deep: rapid.SliceOfN(genText, 0, 3).Draw(t, "deep")}
	if in.Deep == nil {
		in.Deep = []string{}
	}
	if rapid.Bool().Draw(t, "has") {
		n := rapid.Int64().Draw(t, "large")
		in.Large = &n
	}
	in.Map = rapid.MapOfN(genText, genFloat, 0, 3).Draw(t, "map")
	return in
}

func drawSample(t *rapid.T) sample {
	s := sample{
		A: genText.Draw(t, "a"), B: rapid.Int64().Draw(t, "b"), C: genFloat.Draw(t, "c"),
		D: rapid.Float32().Filter(func(f float32) bool { return !math.IsInf(float64(f), 0) && f == f }).Draw(t, "d"),
		E: rapid.Bool().Draw(t, "e"), K: rapid.Uint32Range(0, 2).Draw(t, "k"), R: rapid.IntRange(0, 1).Draw(t, "r"),
		G: []inner{}, S: []*inner{nil}, H: map[string]inner{}, J: rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "j"),
		O: json.RawMessage(`{"x":[1,2]}`), Q: "q", T: genText.Draw(t, "t"),
		M: rapid.MapOfN(rapid.Int64(), genText, 0, 3).Draw(t, "m"),
	}
	s.Shared, s.Other = genText.Draw(t, "shared"), 3
	for range rapid.IntRange(0, 3).Draw(t, "n") {
		in := drawInner(t)
		s.G, s.S, s.N = append(s.G, in), append(s.S, &in), &in
		s.H[genText.Draw(t, "key")] = in
	}
	s.I = rapid.SampledFrom([]any{nil, "x", int64(3), 1.25, []any{true, nil}, map[string]any{"b": 1, "a": "x"}, inner{Deep: []string{}, Map: map[string]float64{}}}).Draw(t, "i")
	if f := genText.Draw(t, "f"); f != "" {
		s.F = &f
	}
	return s
}

func encodeText(v any, f Filter, asked ...string) (string, error) {
	w := newWriter(f, asked, nil, 0)
	defer w.release()
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	encoderOf(p.Elem().Type())(w, p.Elem())
	return string(w.buf), w.err
}

func TestBytesAreThoseOfEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t)
		want, err := plainJSON(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := encodeText(s, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}

type thinned struct {
	_    Of       `rest:"things"`
	ID   int64    `json:"id"`
	Type string   `json:"type"`
	A    string   `json:"a"`
	B    *inner   `json:"b"`
	Subs []subbed `json:"subs"`
}

type subbed struct {
	_  Of    `rest:"subs"`
	ID int64 `json:"id"`
	X  int   `json:"x"`
	Y  int   `json:"y"`
}

// prune is the plain way of only and except, on a decoded answer.
func prune(v any, resource string, f Filter) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	for k, child := range object {
		if !f.keeps(resource, k) && !(k == "subs" && f.only["subs"] != nil && f.only[resource] != nil) {
			delete(object, k)
		}
		if list, ok := child.([]any); ok && k == "subs" {
			for i := range list {
				list[i] = prune(list[i], "subs", f)
			}
		}
	}
	return object
}

func TestFilteredIsPruned(t *testing.T) {
	name := rapid.SampledFrom([]string{"things.a", "things.b", "things.id", "things.subs", "things.nope", "subs.x", "subs.y", "other.a", "junk", "", "things."})
	rapid.Check(t, func(t *rapid.T) {
		only := strings.Join(rapid.SliceOfN(name, 0, 4).Draw(t, "only"), ",")
		except := strings.Join(rapid.SliceOfN(name, 0, 4).Draw(t, "except"), ",")
		f, err := ParseFilter(only, except)
		if err != nil {
			return
		}
		v := thinned{ID: 1, Type: "t", A: "a", Subs: []subbed{{ID: 2, X: 3, Y: 4}}}
		got, err := encodeText(v, f)
		if err != nil {
			t.Fatal(err)
		}
		full, _ := encodeText(v, Filter{})
		var want, have any
		if json.Unmarshal([]byte(full), &want) != nil || json.Unmarshal([]byte(got), &have) != nil {
			t.Fatalf("not JSON: %s", got)
		}
		if want = prune(want, "things", f); fmt.Sprint(want) != fmt.Sprint(have) {
			t.Fatalf("only=%s except=%s: got %v, want %v", only, except, have, want)
		}
	})
}

func TestMomentsAreWrittenAsFormatted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nano"))
		if got, want := string(appendStamp(nil, at)), `"`+Stamp(at)+`"`; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

func TestSpecialValues(t *testing.T) {
	noon := time.Date(2027, 6, 1, 14, 0, 0, 123456789, time.FixedZone("", 7200))
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"a moment is UTC with microseconds", noon, `"2027-06-01T12:00:00.123456Z"`},
		{"no moment is null", struct {
			T *time.Time `json:"t"`
		}{}, `{"t":null}`},
		{"a nil list is empty", struct {
			L []int `json:"l"`
		}{}, `{"l":[]}`},
		{"a nil map is an empty object", map[string]int(nil), `{}`},
		{"an Opt that is not set is left out", struct {
			O Opt[int] `json:"o"`
		}{}, `{}`},
		{"an Opt that is null is null", struct {
			O Opt[int] `json:"o"`
		}{Opt[int]{Set: true, Null: true}}, `{"o":null}`},
		{"a resource without attributes", Resource[any]{Type: "x", ID: 1}, `{"type":"x","id":1,"attributes":{}}`},
		{"a null relationship", Resource[any]{Type: "x", ID: 1, Relationships: Relations{{"y", nil}}}, `{"type":"x","id":1,"attributes":{},"relationships":{"y":{"data":null}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			got, err := encodeText(c.value, Filter{})
			is.NoErr(err)
			is.Equal(got, c.want)
		})
	}
	t.Run("a number that JSON does not know is a fault", func(t *testing.T) {
		is := is.New(t)
		_, err := encodeText(math.Inf(1), Filter{})
		is.True(err != nil)
	})
}

func BenchmarkEncodeList(b *testing.B) {
	out := Many[demoJSON]{}
	for i := range 100 {
		out.Data = append(out.Data, Resource[demoJSON]{Type: "demos", ID: int64(i), Attributes: demoJSON{Name: "a name of a demo", CreatedAt: time.Unix(1e9, 0)}})
	}
	f, _ := ParseFilter("demos.name", "")
	enc := encoderOf(reflect.TypeFor[Many[demoJSON]]())
	for _, c := range []struct {
		name   string
		filter Filter
	}{{"all", Filter{}}, {"only", f}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := newWriter(c.filter, nil, nil, 0)
				enc(w, reflect.ValueOf(&out).Elem())
				w.release()
			}
		})
	}
	b.Run("encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = json.Marshal(out)
		}
	})
}
