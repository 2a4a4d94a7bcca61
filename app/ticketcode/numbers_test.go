package ticketcode

import (
	"math"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/ticketcode/form"
)

// charactersOf is a text as phones hand it over.
func charactersOf(text string) (row []float64) {
	for _, c := range []byte(text) {
		row = append(row, float64(c))
	}
	return row
}

// TestPhonesReadTheSame: a phone gets of codes and leases, as numbers, what is read of them
// here, and nothing of a text that is none.
func TestPhonesReadTheSame(t *testing.T) {
	is := is.New(t)
	from := time.Unix(1_800_000_000, 0)
	code, ok := Sign(testKey(0), Ticket{KeyID: 1, EventID: 5, OrderID: 6, ItemID: 7, SaleItemID: 8, Demo: true, From: &from, Barcode: spelled[:23]})
	is.True(ok)
	got := form.SignedNumbers(charactersOf(code))
	is.Equal(got[:5], []float64{1, 5, 6, 7, 8})
	is.Equal(got[6], float64(from.UnixMicro()))
	is.True(math.IsNaN(got[7])) // open-ended
	is.Equal(got[8], 1.0)       // sold in demo mode
	is.Equal(got[9:33], append([]float64{23}, charactersOf(spelled[:23])...))

	lease := SignLease(testKey(0), form.Lease{KeyID: 1, ZoneID: 2, DeviceID: 3, Serial: 4, Until: from, Share: form.Share{Parts: 1<<40 | 3, SaleItems: []int64{9}}})
	is.Equal(form.LeaseNumbers(charactersOf(lease))[:10], []float64{1, 2, 3, 4, float64(from.UnixMicro()), 3, 1 << 8, 1, 9, 0})
	byGate := SignLease(testKey(0), form.Lease{KeyID: 1, ZoneID: 2, DeviceID: 3, Serial: 4, Until: from, Share: form.Share{ByGate: true, Gates: []form.GateShare{{ID: 7, Parts: 1<<33 | 5}}}})
	is.Equal(form.LeaseNumbers(charactersOf(byGate))[5:13], []float64{0, 0, 0, 4, 0, 7, 5, 2})

	for _, text := range []string{"", "x", code + "A", lease[:len(lease)-1]} {
		is.Equal(len(form.SignedNumbers(charactersOf(text)))+len(form.LeaseNumbers(charactersOf(text))), 0)
	}
	is.Equal(len(form.SignedNumbers([]float64{1.5})), 0)
}
