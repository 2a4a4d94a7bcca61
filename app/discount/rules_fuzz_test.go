package discount_test

import (
	"encoding/binary"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/codes"
	. "marquee/app/discount"
	"marquee/app/money"
)

// numbers reads small numbers out of the bytes of a fuzzer; past their end there are
// zeros.
type numbers []byte

func (n *numbers) next(most int64) int64 {
	var b [8]byte
	*n = (*n)[copy(b[:3], *n):]
	return int64(binary.LittleEndian.Uint64(b[:]) % uint64(most+1))
}

func (n *numbers) limit(most int64) *int64 {
	if n.next(1) == 0 {
		return nil
	}
	v := n.next(most)
	return &v
}

// FuzzReduce: whatever a stored code says and whatever lies in the basket, a discount is
// never above the cap, never above a unit's price, and never on what is excluded.
func FuzzReduce(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{2, 0, 0, 255, 255, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 200, 200, 200, 200})
	f.Fuzz(func(t *testing.T, data []byte) {
		n := numbers(data)
		c := Code{
			Type: Types[n.next(2)], Amount: 1 + n.next(9_999), NetPrice: n.next(1) == 1,
			ConditionID: n.next(3), ConditionQuantity: 1 + n.next(300), TargetID: n.next(3), TargetQuantity: 1 + n.next(300),
			MaxUsesPerOrder: n.limit(1 << 20), MinimumSpend: n.limit(1 << 20), BoxOfficeOnly: n.next(1) == 1,
		}
		if most := n.limit(1 << 20); most != nil {
			c.Caps = []Cap{{CurrencyID: 978, Amount: *most}}
		}
		b := Basket{CurrencyID: 978, Channel: catalog.APIChannel}
		for range n.next(40) {
			b.Units = append(b.Units, Unit{
				Reducible: money.Reducible{SaleItemID: n.next(3), Price: n.next(1 << 20), TaxRate: n.next(25 * money.RateUnit)},
				Type:      catalog.ItemTypes[n.next(int64(len(catalog.ItemTypes)-1))], Excluded: n.next(1) == 1,
			})
		}
		off, refused := c.Reduce(b)
		if (refused == nil) != (off != nil) {
			t.Fatalf("%v off, refused %v", off, refused)
		}
		sum := int64(0)
		for i, one := range off {
			if u := b.Units[i]; one < 0 || one > u.Price || one > 0 && u.Excluded {
				t.Fatalf("%d off %+v", one, u)
			}
			sum += one
		}
		if len(c.Caps) > 0 && sum > c.Caps[0].Amount {
			t.Fatalf("%d off, at most %d", sum, c.Caps[0].Amount)
		}
	})
}

// FuzzCodeText: a text is either refused or found again as it was typed, in any case.
func FuzzCodeText(f *testing.F) {
	for _, text := range []string{"SUMMER", "Früh", "a-b", " x ", "ß", "ſ", "İ", "\u0130x", "", "１２", "a\u0308"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := codes.Fields{Text: &text}
		var c codes.Code
		in.Put(&c, time.Time{}, nil)
		var p app.Problems
		c.Check(&p)
		if p.Err() == nil && app.Fold(c.Text) != app.Fold(app.OneForm(text)) {
			t.Fatalf("%q is kept as %q, and not found", text, c.Text)
		}
	})
}
