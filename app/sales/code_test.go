package sales

import (
	"errors"
	"strings"
	"testing"

	"marquee/indexes"

	"github.com/matryer/is"
)

func TestCodes(t *testing.T) {
	t.Run("codes use the alphabet without look-alikes", func(t *testing.T) {
		is := is.New(t)
		is.Equal(len(alphabet), 32)
		is.True(!strings.ContainsAny(alphabet, "01OIl"))
		for range 1000 {
			for _, code := range []string{NewBarcode(), NewReference()} {
				is.Equal(strings.Trim(code, alphabet), "")
			}
		}
	})
	t.Run("a reference is never digits alone", func(t *testing.T) {
		is := is.New(t)
		is.True(digits("23456789"))
		for range 10_000 {
			is.True(!digits(NewReference()))
		}
	})
	t.Run("a hundred bits make a barcode, and none is lost", func(t *testing.T) {
		is := is.New(t)
		b := make([]byte, barcodeBytes)
		is.Equal(spell(b, BarcodeLength), strings.Repeat("2", BarcodeLength))
		for bit := range 100 {
			clear(b)
			b[bit/8] = 0x80 >> (bit % 8)
			is.True(spell(b, BarcodeLength) != strings.Repeat("2", BarcodeLength))
		}
	})
	t.Run("many barcodes have no twin and no long common start", func(t *testing.T) {
		is := is.New(t)
		c := newCodes(100_000)
		starts := map[string]bool{}
		for i := range 100_000 {
			start := c.barcode(i)[:12]
			is.True(!starts[start])
			starts[start] = true
		}
	})
	t.Run("the same draw gives the same codes at every run", func(t *testing.T) {
		is := is.New(t)
		c := newCodes(2)
		is.Equal(c.barcode(1), c.barcode(1))
		is.True(c.barcode(0) != c.barcode(1))
	})
	t.Run("a reference that is taken is replaced by a spare, other refusals are not", func(t *testing.T) {
		is := is.New(t)
		taken := &indexes.TakenError{Table: "orders", Index: referenceIndex}
		var tried []string
		c := newCodes(0)
		err := c.retry(func(c codes) error {
			tried = append(tried, c.references[0])
			if len(tried) == 3 {
				return nil
			}
			return taken
		})
		is.NoErr(err)
		is.Equal(tried, c.references[:3])
		is.True(errors.Is(c.retry(func(codes) error { return taken }), indexes.ErrTaken))
		n := 0
		_ = c.retry(func(codes) error { n++; return &indexes.TakenError{Table: "orders", Index: "basket"} })
		is.Equal(n, 1)
	})
}
