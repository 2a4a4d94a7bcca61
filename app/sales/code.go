package sales

import (
	"crypto/rand" // codes must not be guessable from one another
	"errors"

	"marquee/indexes"
)

// alphabet has the 32 characters that people cannot mistake for each other:
// digits and capitals without 0, O, 1 and I. Five random bits make one.
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

const (
	// ReferenceLength is the length of an order's reference: 40 random bits, and
	// never digits alone, so that it cannot be taken for an id.
	ReferenceLength = 8
	// BarcodeLength is the length of a barcode: 100 random bits.
	BarcodeLength = 20
	// spareReferences are drawn for one command, should the first be taken.
	spareReferences = 4

	barcodeBytes = 13 // of randomness, for 20 characters of five bits
)

// codes are the references and barcodes a command may use. They are drawn
// before its transaction, so that a second run of it finds the same ones.
type codes struct {
	references []string
	random     []byte
}

// newCodes draws spare references, and the randomness of n barcodes.
func newCodes(n int) codes {
	c := codes{random: make([]byte, n*barcodeBytes)}
	rand.Read(c.random)
	for range spareReferences {
		c.references = append(c.references, NewReference())
	}
	return c
}

// barcode spells the i-th barcode out.
func (c codes) barcode(i int) string {
	return spell(c.random[i*barcodeBytes:(i+1)*barcodeBytes], BarcodeLength)
}

// NewBarcode draws a barcode (domain 16.2). It is not for use inside a
// transaction.
func NewBarcode() string {
	var b [barcodeBytes]byte
	rand.Read(b[:])
	return spell(b[:], BarcodeLength)
}

// NewReference draws the reference of an order (domain 15.4). It is not for use
// inside a transaction.
func NewReference() string {
	for {
		var b [5]byte
		rand.Read(b[:])
		if s := spell(b[:], ReferenceLength); !digits(s) {
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

// retry runs a command with one spare reference after the other while its
// reference turns out to be taken, which is once in a hundred thousand orders of
// a million.
func (c codes) retry(command func(codes) error) error {
	for {
		err := command(c)
		var taken *indexes.TakenError
		if !errors.As(err, &taken) || taken.Index != referenceIndex || len(c.references) == 1 {
			return err
		}
		c.references = c.references[1:]
	}
}
