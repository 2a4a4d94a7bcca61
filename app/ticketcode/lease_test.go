package ticketcode

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app/ticketcode/form"
)

func drawLease(t *rapid.T) form.Lease {
	id := rapid.Int64Range(0, 1<<40)
	l := form.Lease{
		KeyID: rapid.Int64Range(1, 2).Draw(t, "key"), ZoneID: id.Draw(t, "zone"), DeviceID: id.Draw(t, "device"), Serial: id.Draw(t, "serial"),
		Until: time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "until"), 0).UTC(), Share: form.Share{
			Parts: rapid.Uint64().Draw(t, "parts"), SaleItems: rapid.OneOf(rapid.Just[[]int64](nil), rapid.SliceOfN(id, 1, form.MaxShareItems)).Draw(t, "sale items"),
		},
	}
	if l.ByGate = rapid.Bool().Draw(t, "by gate"); l.ByGate {
		for n := range rapid.IntRange(0, form.MaxShareGates).Draw(t, "gates") {
			l.Gates = append(l.Gates, form.GateShare{ID: int64(n) + id.Draw(t, "gate"), Parts: rapid.Uint64().Draw(t, "parts of a gate")})
		}
	}
	return l
}

func TestLeasesSayWhatWasSigned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		is := is.NewRelaxed(t)
		want := drawLease(t)
		text := SignLease(testKey(byte(want.KeyID-1)), want)
		got, ok := OpenLease(text, known)
		is.True(ok)
		is.Equal(got, want)
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		other := rapid.SampledFrom([]byte(spelled+"01OISabc:. \x00\xff")).Draw(t, "other")
		if text[at] != other {
			b := []byte(text)
			b[at] = other
			_, ok = OpenLease(string(b), known)
			is.True(!ok)
		}
		for _, s := range []string{text + "2", text[:len(text)-1], strings.ToLower(text), "S" + text[1:], ""} {
			_, ok = OpenLease(s, known)
			is.True(!ok)
			_, ok = Open(s, known)
			is.True(!ok)
		}
	})
}

// TestSharesHaveWhatTheyName: of shares that do not meet, no two have a ticket in common.
func TestSharesHaveWhatTheyName(t *testing.T) {
	is, at := is.New(t), func(parts uint64) *form.Share {
		return &form.Share{ByGate: true, Gates: []form.GateShare{{ID: 7, Parts: parts}}}
	}
	is.True(at(5).Meets(at(4)))
	is.True(!at(5).Meets(at(2)))
	is.True(at(5).Meets(&form.Share{Parts: 4}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawLease(t).Share, drawLease(t).Share
		b.Parts &= ^a.Parts | rapid.SampledFrom([]uint64{0, math.MaxUint64}).Draw(t, "overlap")
		for n := range a.Gates[:min(3, len(a.Gates))] {
			b.Gates = append(b.Gates, form.GateShare{ID: a.Gates[n].ID, Parts: rapid.SampledFrom([]uint64{^a.Gates[n].Parts, math.MaxUint64}).Draw(t, "overlap there")})
		}
		order, item := rapid.Int64Range(1, 1<<50).Draw(t, "order"), rapid.Int64Range(1, 50).Draw(t, "sale item")
		gate := form.AnyGate
		if len(a.Gates) > 0 && rapid.Bool().Draw(t, "at a gate") {
			gate = a.Gates[0].ID
		}
		if part := form.PartOf(order); part < 0 || part >= form.Parts {
			t.Fatalf("order %d is in part %d", order, part)
		}
		if a.Has(order, item, gate) && b.Has(order, item, gate) && !a.Meets(&b) {
			t.Fatalf("%v and %v have order %d at gate %d in common", a, b, order, gate)
		}
		if a.ByGate && a.Has(order, item, form.UnknownGate) {
			t.Fatalf("%v has a ticket of an unknown gate", a)
		}
	})
}

// TestPartsAreAlike: orders that follow each other fall evenly into the parts.
func TestPartsAreAlike(t *testing.T) {
	var n [form.Parts]int
	for order := range int64(64_000) {
		n[form.PartOf(order)]++
	}
	is.New(t).True(slices.Min(n[:]) > 900 && slices.Max(n[:]) < 1100)
}

// leaseVectors has leases with what they say to a phone, and whether a ticket is in them.
const leaseVectors = "testdata/leases.jsonl"

type leaseVector struct {
	Text  string `json:"text"`
	Key   []byte `json:"key"`
	Order int64  `json:"order"`
	Sale  int64  `json:"saleItem"`
	Gate  int64  `json:"gate,omitempty"`
	Part  int    `json:"part"`
	// Says are the zone, the device, the serial number and the end in seconds; null: it is no
	// lease that the key signed.
	Says []int64 `json:"says"`
	Has  bool    `json:"has"`
}

func (v *leaseVector) read() {
	v.Says, v.Has, v.Part = nil, false, form.PartOf(v.Order)
	if l, ok := OpenLease(v.Text, func(int64) ed25519.PublicKey { return v.Key }); ok {
		v.Says, v.Has = []int64{l.ZoneID, l.DeviceID, l.Serial, l.Until.Unix()}, l.Has(v.Order, v.Sale, v.Gate)
	}
}

func TestLeaseVectors(t *testing.T) {
	is := is.New(t)
	if *update {
		is.NoErr(os.WriteFile(leaseVectors, drawLeaseVectors(t), 0o644))
	}
	f, err := os.Open(leaseVectors)
	is.NoErr(err)
	defer f.Close()
	counts := map[bool]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v leaseVector
		is.NoErr(json.Unmarshal(lines.Bytes(), &v))
		want := v
		v.read()
		is.Equal(v, want)
		counts[v.Has]++
	}
	is.True(counts[true] >= 50 && counts[false] >= 150)
}

func drawLeaseVectors(t *testing.T) []byte {
	var out bytes.Buffer
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 450 { // the last of them by gates
		key := testKey(byte(i % 3))
		l := form.Lease{
			KeyID: 1, ZoneID: r.Int64N(1000) + 1, DeviceID: r.Int64N(1 << 40), Serial: int64(i), Until: time.Unix(1_800_000_000+r.Int64N(1e8), 0),
			Share: form.Share{Parts: r.Uint64()},
		}
		for range r.IntN(4) {
			l.SaleItems = append(l.SaleItems, r.Int64N(5)+1)
		}
		gate := form.AnyGate
		if l.ByGate = i >= 300; l.ByGate {
			for n := range r.Int64N(5) {
				l.Gates = append(l.Gates, form.GateShare{ID: n + 1, Parts: r.Uint64()})
			}
			gate = r.Int64N(7) - 1
		}
		v := leaseVector{Gate: gate, Text: SignLease(key, l), Key: key.Public().(ed25519.PublicKey), Order: r.Int64N(1 << 44), Sale: r.Int64N(5) + 1}
		switch i % 6 {
		case 4:
			v.Key = testKey(7).Public().(ed25519.PublicKey)
		case 5:
			at := r.IntN(len(v.Text))
			v.Text = v.Text[:at] + spelled[r.IntN(32):][:1] + v.Text[at+1:]
		}
		v.read()
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}

func FuzzOpenLease(f *testing.F) {
	text := SignLease(testKey(0), form.Lease{KeyID: 1, Until: time.Unix(1, 0), Share: form.Share{Parts: 3, SaleItems: []int64{1}}})
	byGate := SignLease(testKey(0), form.Lease{KeyID: 1, Until: time.Unix(1, 0), Share: form.Share{Parts: 3, ByGate: true, Gates: []form.GateShare{{ID: 7, Parts: 5}}}})
	for _, s := range []string{"", "L:", "L:2", byGate, text, text + "2", text[:len(text)/2], "L:" + strings.Repeat("Z", 400)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, ok := form.ReadLease(text)
		if ok && form.WriteLease(l.Message, l.Signature) != text {
			t.Fatalf("%q has another form", text)
		}
	})
}
