package form

import (
	"math"
	"time"
)

// SignedNumbers is ReadSigned for a phone. It takes the characters of the text, and gives an
// empty row for what is no signed code; else the id of the key, the event, the order, the
// item, the sale item, the kind, the beginning and the end in microseconds since 1970 (NaN
// is open-ended), 1 for what was sold in demo mode, and behind their lengths the characters of the barcode, the bytes of the
// message and those of its signature.
func SignedNumbers(row []float64) []float64 {
	text, ok := textOf(row, MaxSigned)
	s, signed := ReadSigned(text)
	if !ok || !signed {
		return nil
	}
	out := []float64{
		float64(s.KeyID), float64(s.EventID), float64(s.OrderID), float64(s.ItemID), float64(s.SaleItemID), float64(s.Kind),
		moment(s.From), moment(s.To), 0,
	}
	if s.Demo {
		out[len(out)-1] = 1
	}
	for _, b := range [...][]byte{[]byte(s.Barcode), s.Message, s.Signature} {
		out = appendBytes(out, b)
	}
	return out
}

// appendBytes writes bytes behind their length.
func appendBytes(out []float64, b []byte) []float64 {
	out = append(out, float64(len(b)))
	for _, c := range b {
		out = append(out, float64(c))
	}
	return out
}

// textOf reads characters; those of codes are below 128.
func textOf(row []float64, most int) (string, bool) {
	if len(row) > most {
		return "", false
	}
	b := make([]byte, len(row))
	for i, n := range row {
		if !(n >= 0 && n < 128) || n != math.Trunc(n) {
			return "", false
		}
		b[i] = byte(n)
	}
	return string(b), true
}

func moment(t *time.Time) float64 {
	if t == nil {
		return math.NaN()
	}
	return float64(t.UnixMicro())
}
