package ticketcode

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/ticketcode/form"
)

var update = flag.Bool("update", false, "write the vectors anew")

// vectorsFile has codes with what they say. The same file is played in browsers, so that
// phones and the box office read alike.
const vectorsFile = "testdata/vectors.jsonl"

// vector is one line: a signed code with the public keys by id, or a rotating one with the
// secret of its ticket and the moment at which it is read.
type vector struct {
	Text   string           `json:"text"`
	Keys   map[int64]string `json:"keys,omitempty"`
	Secret string           `json:"secret,omitempty"`
	Now    int64            `json:"now,omitempty"` // microseconds since 1970
	Says   *says            `json:"says"`          // null: the code is not good
}

type says struct {
	Barcode string `json:"barcode"`
	Step    int64  `json:"step,omitempty"`
	Event   int64  `json:"event,omitempty"`
	Order   int64  `json:"order,omitempty"`
	Item    int64  `json:"item,omitempty"`
	Sale    int64  `json:"saleItem,omitempty"`
	Kind    uint8  `json:"kind,omitempty"`
	From    *int64 `json:"from,omitempty"`
	To      *int64 `json:"to,omitempty"`
	Demo    bool   `json:"demo,omitempty"`
}

// read is what the box office makes of a vector.
func (v *vector) read(t *testing.T) *says {
	if v.Secret == "" {
		ticket, ok := Open(v.Text, func(id int64) ed25519.PublicKey {
			key, err := hex.DecodeString(v.Keys[id])
			if err != nil {
				t.Fatal(err)
			}
			return key
		})
		if !ok {
			return nil
		}
		return &says{ticket.Barcode, 0, ticket.EventID, ticket.OrderID, ticket.ItemID, ticket.SaleItemID, ticket.Kind, micros(ticket.From), micros(ticket.To), ticket.Demo}
	}
	secret, err := base32.StdEncoding.DecodeString(v.Secret)
	if err != nil {
		t.Fatal(err)
	}
	barcode, digits, ok := form.SplitRotating(v.Text)
	if !ok {
		return nil
	}
	step, ok := StepOf(secret, digits, time.UnixMicro(v.Now))
	if !ok {
		return nil
	}
	return &says{Barcode: barcode, Step: step}
}

func micros(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	n := t.UnixMicro()
	return &n
}

func TestVectors(t *testing.T) {
	is := is.New(t)
	if *update {
		var b bytes.Buffer
		for _, v := range drawVectors() {
			v.Says = v.read(t)
			line, err := json.Marshal(v)
			is.NoErr(err)
			b.Write(append(line, '\n'))
		}
		is.NoErr(os.WriteFile(vectorsFile, b.Bytes(), 0o644))
	}
	f, err := os.Open(vectorsFile)
	is.NoErr(err)
	defer f.Close()
	good, bad := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		is.NoErr(json.Unmarshal(lines.Bytes(), &v))
		is.Equal(v.read(t), v.Says)
		if v.Says != nil {
			good++
		} else {
			bad++
		}
	}
	is.True(good > 200 && bad > 200)
}

// drawVectors draws the same codes in every run: good ones, and each with a character
// changed, under another key or at another time.
func drawVectors() (all []vector) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = spelled[r.IntN(32)]
		}
		return string(b)
	}
	keys := map[int64]string{}
	for id := range int64(2) {
		keys[id+1] = hex.EncodeToString(known(id + 1))
	}
	for n := range 150 {
		t := Ticket{KeyID: 1 + int64(n%3), EventID: r.Int64N(1 << (4 + n%36)), OrderID: r.Int64N(1 << (4 + n%36)), ItemID: r.Int64N(1 << 20), SaleItemID: r.Int64N(1 << 12), Kind: uint8(n % 4), Demo: n%5 == 0, Barcode: text(23)}
		for i, at := range []**time.Time{&t.From, &t.To} {
			if n>>(2+i)&1 == 1 {
				m := time.Unix(1_800_000_000+r.Int64N(1_000_000), r.Int64N(1e9)).UTC()
				*at = &m
			}
		}
		code, _ := Sign(testKey(byte(n%3)), t)
		changed := []byte(code)
		changed[2+r.IntN(len(code)-2)] = spelled[r.IntN(32)]
		all = append(all, vector{Text: code, Keys: keys}, vector{Text: string(changed), Keys: keys})
	}
	for range 150 {
		barcode := text(23)
		secret := Secret([]byte("the secret of a company"), barcode)
		now := time.Unix(1_800_000_000+r.Int64N(100_000_000), r.Int64N(1_000_000)*1000)
		step := form.StepAt(now) + r.Int64N(5) - 2
		all = append(all,
			vector{Text: Rotating(secret, barcode, step), Secret: SecretText(secret), Now: now.UnixMicro()},
			vector{Text: Rotating(secret, barcode, form.StepAt(now)), Secret: SecretText(secret), Now: now.UnixMicro()})
	}
	return all
}
