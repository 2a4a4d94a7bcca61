package order

import (
	"crypto/rand"           // codes must not be guessable from one another
	mathrand "math/rand/v2" // its ChaCha8 stretches a secret seed

	"marquee/app"
)

// alphabet has the 32 characters that people cannot mistake for each other:
// digits and capitals without 0, O, 1 and I. Five random bits make one.
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

const (
	// ReferenceLength is the length of an order's reference: a prefix and 25 random
	// bits, and never digits alone, so that it cannot be taken for an id.
	ReferenceLength = 8
	// BarcodeLength is the length of a barcode: a prefix and 100 random bits.
	BarcodeLength = 23

	referenceBytes = 4  // of randomness, for 5 characters of five bits
	barcodeBytes   = 13 // for 20 characters
)

// Barcodes are as many as are asked for. They can be stored, where the command that
// needs them is finished by another process than began it.
type Barcodes struct {
	Prefix string `msgpack:"p"`
	Seed   []byte `msgpack:"s"` // 32 bytes of their randomness
}

// DrawBarcodes draws what the barcodes of one command are made of. It is not for
// use inside a transaction.
func DrawBarcodes(a *app.App) Barcodes {
	c := Barcodes{Prefix: barcodeSeries.Of(a).next(), Seed: make([]byte, 32)}
	rand.Read(c.Seed)
	return c
}

// Each gives one barcode after the other, the same at every run.
func (c Barcodes) Each() (next func() string) {
	source := mathrand.NewChaCha8([32]byte(c.Seed))
	return func() string {
		var b [barcodeBytes]byte
		source.Read(b[:])
		return c.Prefix + spell(b[:], BarcodeLength-prefixLength)
	}
}

// NewBarcode draws a barcode. It is not for use inside a
// transaction.
func NewBarcode(a *app.App) string {
	return DrawBarcodes(a).Each()()
}

// NewReference draws the reference of an order. It is not for use
// inside a transaction.
func NewReference(a *app.App) string {
	prefix := referenceSeries.Of(a).next()
	for {
		var b [referenceBytes]byte
		rand.Read(b[:])
		if s := prefix + spell(b[:], ReferenceLength-prefixLength); !digits(s) {
			return s
		}
	}
}

// spell writes the first 5*n bits of b as n characters.
func spell(b []byte, n int) string {
	out := make([]byte, n)
	var bits, have uint
	for i := range out {
		for have < 5 {
			bits, b, have = bits<<8|uint(b[0]), b[1:], have+8
		}
		have -= 5
		out[i] = alphabet[bits>>have&31]
	}
	return string(out)
}

func digits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
