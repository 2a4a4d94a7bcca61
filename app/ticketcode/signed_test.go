package ticketcode

import (
	"crypto/ed25519"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app/ticketcode/form"
)

const spelled = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// testKey is a key that is the same in every run.
func testKey(n byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed([]byte(strings.Repeat(string(rune('a'+n)), ed25519.SeedSize)))
}

// known gives the public keys of testKey(0) and testKey(1) under the ids 1 and 2.
func known(id int64) ed25519.PublicKey {
	if id != 1 && id != 2 {
		return nil
	}
	return testKey(byte(id - 1)).Public().(ed25519.PublicKey)
}

func drawTicket(t *rapid.T) Ticket {
	id := rapid.Int64Range(0, 1<<40)
	minute := rapid.Custom(func(t *rapid.T) *time.Time {
		at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.Int64Range(0, 20_000_000).Draw(t, "minutes")) * time.Minute)
		return &at
	})
	return Ticket{
		KeyID: rapid.Int64Range(1, 2).Draw(t, "key"), EventID: id.Draw(t, "event"), OrderID: id.Draw(t, "order"),
		ItemID: id.Draw(t, "item"), SaleItemID: id.Draw(t, "sale item"), Kind: uint8(rapid.IntRange(0, 3).Draw(t, "kind")),
		From: rapid.OneOf(rapid.Just[*time.Time](nil), minute).Draw(t, "from"), To: rapid.OneOf(rapid.Just[*time.Time](nil), minute).Draw(t, "to"),
		Barcode: rapid.StringMatching("[2-9A-HJ-NP-Z]{23}").Draw(t, "barcode"),
	}
}

func TestSignedCodesSayWhatWasSigned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		is := is.NewRelaxed(t)
		want := drawTicket(t)
		text, ok := Sign(testKey(byte(want.KeyID-1)), want)
		is.True(ok)
		is.True(len(text) <= form.MaxSigned)
		got, ok := Open(text, known)
		is.True(ok)
		is.Equal(got, want)
	})
}

// TestAlteredCodesAreNone: any other character at any place, and any text around it.
func TestAlteredCodesAreNone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticket := drawTicket(t)
		text, _ := Sign(testKey(byte(ticket.KeyID-1)), ticket)
		at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		other := rapid.SampledFrom([]byte(spelled+"01OISabc:. \x00\xff")).Draw(t, "other")
		if text[at] != other {
			b := []byte(text)
			b[at] = other
			if _, ok := Open(string(b), known); ok {
				t.Fatalf("%q was taken for %q", b, text)
			}
		}
		for _, b := range []string{text + spelled[:1], text + "2222", text[:len(text)-1], strings.ToLower(text), " " + text, text + "=", reversed(text), text[2:]} {
			if _, ok := Open(b, known); ok {
				t.Fatalf("%q was taken for %q", b, text)
			}
		}
	})
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// TestOneFormOfATicket: a number that is longer than it needs to be, bits behind the last
// character, an unknown version and an unknown key are refused, although they are signed.
func TestOneFormOfATicket(t *testing.T) {
	key := testKey(0)
	ticket := Ticket{KeyID: 1, EventID: 5, OrderID: 6, ItemID: 7, SaleItemID: 8, Barcode: spelled[:23]}
	plain, _ := ticket.Message()
	head := len(plain) - 15 - 7 // version, five numbers, what is there, the barcode
	sign := func(message []byte) string { return form.Write(message, ed25519.Sign(key, message)) }
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"as it is written":          {sign(plain), true},
		"a longer number":           {sign(slices.Concat(plain[:head+1], []byte{0x81, 0x00}, plain[head+2:])), false},
		"another version":           {sign(slices.Concat(plain[:head], []byte{2}, plain[head+1:])), false},
		"bits that mean nothing":    {sign(slices.Concat(plain[:head+6], []byte{0x20}, plain[head+7:])), false},
		"bits behind the barcode":   {sign(slices.Concat(plain[:len(plain)-1], []byte{plain[len(plain)-1] | 1})), false},
		"more than there should":    {sign(slices.Concat(plain, []byte{0})), false},
		"less than there should":    {sign(plain[:len(plain)-1]), false},
		"nothing":                   {sign(plain[:head]), false},
		"signed for something else": {form.Write(plain, ed25519.Sign(key, plain[1:])), false},
		"signed by somebody else":   {form.Write(plain, ed25519.Sign(testKey(7), plain)), false},
		"signed by another key":     {form.Write(plain, ed25519.Sign(testKey(1), plain)), false},
	} {
		t.Run(name, func(t *testing.T) {
			_, ok := Open(c.text, known)
			is.New(t).Equal(ok, c.want)
		})
	}
	ticket.KeyID = 3
	unknown, _ := ticket.Message()
	_, ok := Open(sign(unknown), known)
	is.New(t).True(!ok)
}

func TestOnlyOurBarcodesAreSigned(t *testing.T) {
	is := is.New(t)
	for _, barcode := range []string{"", "IMPORTED-1", "0" + spelled[:22], strings.ToLower(spelled[:23]), spelled[:24]} {
		_, ok := Sign(testKey(0), Ticket{KeyID: 1, Barcode: barcode})
		is.True(!ok)
	}
}

func FuzzOpen(f *testing.F) {
	text, _ := Sign(testKey(0), Ticket{KeyID: 1, EventID: 1 << 40, Barcode: spelled[:23]})
	for _, s := range []string{"", "S:", "S:2", text, text + "2", text[:len(text)/2], "S:" + strings.Repeat("Z", 238)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, ok := form.ReadSigned(text)
		if ok && form.Write(s.Message, s.Signature) != text {
			t.Fatalf("%q has another form", text)
		}
		Open(text, known)
		if barcode, digits, ok := form.SplitRotating(text); ok && barcode+"."+digits != text {
			t.Fatalf("%q is split into %q and %q", text, barcode, digits)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	text, _ := Sign(testKey(0), Ticket{KeyID: 1, EventID: 100_000, OrderID: 100_000, ItemID: 1_000_000, SaleItemID: 1000, Barcode: spelled[:23]})
	for b.Loop() {
		if _, ok := Open(text, known); !ok {
			b.Fatal("refused")
		}
	}
}
