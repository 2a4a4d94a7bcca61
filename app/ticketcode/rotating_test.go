package ticketcode

import (
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app/ticketcode/form"
)

// TestRotatingDigitsAreTOTP plays the values of RFC 6238, appendix B, for SHA-256.
func TestRotatingDigitsAreTOTP(t *testing.T) {
	is := is.New(t)
	secret := []byte("12345678901234567890123456789012")
	for step, want := range map[int64]string{59 / 30: "119246", 1111111109 / 30: "084774", 1234567890 / 30: "819424", 20000000000 / 30: "737706"} {
		is.Equal(digitsAt(secret, step), want)
	}
}

func TestRotatingCodesAreGoodForAWhile(t *testing.T) {
	is := is.New(t)
	secret := Secret([]byte("a company's"), "BARCODE")
	is.Equal(len(SecretText(secret)), 32)
	now := time.Date(2027, 6, 1, 20, 0, 7, 0, time.UTC)
	at := form.StepAt(now)
	barcode, digits, ok := form.SplitRotating(Rotating(secret, "BARCODE", at))
	is.True(ok)
	is.Equal(barcode, "BARCODE")
	for off, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		step, ok := StepOf(secret, digits, now.Add(time.Duration(off)*form.Step))
		is.Equal(ok, want)
		if ok {
			is.Equal(step, at)
		}
	}
	_, ok = StepOf(Secret([]byte("another's"), "BARCODE"), digits, now)
	is.True(!ok)
	_, ok = StepOf(Secret([]byte("a company's"), "ANOTHER"), digits, now)
	is.True(!ok)
}

func TestWhatIsNoRotatingCode(t *testing.T) {
	is := is.New(t)
	for _, text := range []string{"", ".123456", "A.12345", "A.1234567", "A123456", "A.12345a", "A.١٢٣٤٥٦"} {
		_, _, ok := form.SplitRotating(text)
		is.True(!ok)
	}
}
