package ticketcode

import (
	"crypto/hmac"
	"crypto/sha256" // TOTP with SHA-256, as RFC 6238 has it
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"time"

	"marquee/app/ticketcode/form"
)

// SecretSize is the size of the secret of a ticket, in bytes.
const SecretSize = 20

// secretFor keeps the secrets of tickets apart from whatever else a secret is good for.
const secretFor = "rotating ticket code"

// Secret is that of the ticket with a barcode, given the secret of its company.
func Secret(company []byte, barcode string) []byte {
	mac := hmac.New(sha256.New, company)
	mac.Write([]byte(secretFor))
	mac.Write([]byte(barcode))
	return mac.Sum(nil)[:SecretSize]
}

// SecretText is a secret in the form in which scanners get it: 32 characters.
func SecretText(secret []byte) string { return base32.StdEncoding.EncodeToString(secret) }

// Rotating is the code of a ticket in a step.
func Rotating(secret []byte, barcode string, step int64) string {
	return barcode + "." + digitsAt(secret, step)
}

// StepOf tells in which step digits are those of a secret: the one of the moment, or one
// beside it. All of them are compared, whichever fits, in constant time.
func StepOf(secret []byte, digits string, now time.Time) (step int64, ok bool) {
	at := form.StepAt(now)
	for s := at - form.Tolerance; s <= at+form.Tolerance; s++ {
		if subtle.ConstantTimeCompare([]byte(digitsAt(secret, s)), []byte(digits)) == 1 {
			step, ok = s, true
		}
	}
	return step, ok
}

// digitsAt are the digits of a step, cut from the code as RFC 4226 says.
func digitsAt(secret []byte, step int64) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000)
}
