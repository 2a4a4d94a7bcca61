package order

import (
	"strings"
	"testing"

	"marquee/app"
	"marquee/kv/mem"

	"github.com/matryer/is"
)

func TestCodes(t *testing.T) {
	a := app.New(mem.New(mem.Options{}), nil, app.Options{})
	t.Run("codes use the alphabet without look-alikes", func(t *testing.T) {
		is := is.New(t)
		is.Equal(len(alphabet), 32)
		is.True(!strings.ContainsAny(alphabet, "01OIl"))
		for range 1000 {
			for _, code := range []string{NewBarcode(a), NewReference(a)} {
				is.Equal(strings.Trim(code, alphabet), "")
			}
		}
	})
	t.Run("a reference is never digits alone", func(t *testing.T) {
		is := is.New(t)
		is.True(digits("23456789"))
		for range 10_000 {
			is.True(!digits(NewReference(a)))
		}
	})
	t.Run("100 bits make a barcode behind its prefix, and none is lost", func(t *testing.T) {
		is := is.New(t)
		const length = BarcodeLength - prefixLength
		b := make([]byte, barcodeBytes)
		is.Equal(spell(b, length), strings.Repeat("2", length))
		for bit := range 100 {
			clear(b)
			b[bit/8] = 0x80 >> (bit % 8)
			is.True(spell(b, length) != strings.Repeat("2", length))
		}
	})
	t.Run("many barcodes of one command have no twin and no long common start", func(t *testing.T) {
		is := is.New(t)
		next := DrawBarcodes(a).Each()
		starts := map[string]bool{}
		for range 100_000 {
			start := next()[:BarcodeLength-2]
			is.True(!starts[start])
			starts[start] = true
		}
	})
	t.Run("the same draw gives the same barcodes at every run, another draw gives others", func(t *testing.T) {
		is := is.New(t)
		c := DrawBarcodes(a)
		first, second, other := c.Each(), c.Each(), DrawBarcodes(a).Each()
		for range 3 {
			code := first()
			is.Equal(code, second())
			is.True(code != other())
		}
	})
	t.Run("codes begin alike for a while, and no longer", func(t *testing.T) {
		is := is.New(t)
		s, prefixes := series{}, map[string]int{}
		for range 100 * seriesLength {
			prefixes[s.next()]++
		}
		is.True(len(prefixes) > 90) // of a hundred; two may fall on the same
		for prefix, n := range prefixes {
			is.Equal(len(prefix), prefixLength)
			is.Equal(n%seriesLength, 0)
		}
	})
}
