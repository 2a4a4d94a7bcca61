package company

import (
	"crypto/hmac"
	"crypto/sha1" // what authenticator apps reckon with; nothing rests on collisions here
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"time"
)

const (
	// totpStep is how long a code is shown.
	totpStep = 30 * time.Second
	// totpSlack is how many steps the clock of a phone may be off, either way.
	totpSlack = 1
	// totpSecret is the size of a secret, in bytes.
	totpSecret = 20
)

// totpCode is the code of a step, as RFC 6238 has it: six digits of HMAC-SHA-1.
func totpCode(secret []byte, step int64) string {
	mac := hmac.New(sha1.New, secret)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0xf
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[at:])&0x7fffffff%1_000_000)
}

// totpMatch finds the step that a code is of, close to a moment and after the last one that
// was used: a code is good once. It compares each in the same time.
func totpMatch(secret []byte, code string, now time.Time, used int64) (step int64, ok bool) {
	current := now.Unix() / int64(totpStep/time.Second)
	for s := current - totpSlack; s <= current+totpSlack; s++ {
		same := subtle.ConstantTimeCompare([]byte(totpCode(secret, s)), []byte(code)) == 1
		if same && s > used {
			step, ok = s, true
		}
	}
	return step, ok
}
