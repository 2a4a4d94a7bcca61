package waitingroom

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"strconv"
	"strings"
)

// signature is what makes a number somebody's.
func (l *Line) signature(number int64) string {
	mac := hmac.New(sha256.New, l.Key)
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(l.EventID))
	binary.BigEndian.PutUint64(b[8:], uint64(number))
	mac.Write(b[:])
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Ticket is a number as a browser keeps it.
func (l *Line) ticket(number int64) string {
	return strconv.FormatInt(number, 10) + "." + l.signature(number)
}

// number reads a ticket. Only numbers that were given out are good.
func (l *Line) number(ticket string) (int64, bool) {
	digits, signature, _ := strings.Cut(ticket, ".")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != digits {
		return 0, false
	}
	return n, hmac.Equal([]byte(signature), []byte(l.signature(n)))
}

// place is where a number stands in the line, from 0, once the draw is over.
func (l *Line) place(number int64) int64 {
	if l.Drawn == nil || number >= *l.Drawn {
		return number
	}
	return shuffled(l.Key, number, *l.Drawn)
}

// rounds is of how many rounds the shuffle is; four are proven to be enough.
const rounds = 6

// shuffled is a permutation of the numbers below n that nobody foresees without the key: a
// Feistel network over the next power of four, walked on until it is back below n.
func shuffled(key []byte, x, n int64) int64 {
	half := max(1, (bits.Len64(uint64(n-1))+1)/2)
	mask := uint64(1)<<half - 1
	for {
		left, right := uint64(x)>>half, uint64(x)&mask
		for i := range rounds {
			left, right = right, left^(mix(key, byte(i), right)&mask)
		}
		if x = int64(left<<half | right); x < n {
			return x
		}
	}
}

func mix(key []byte, round byte, half uint64) uint64 {
	var b [keyBytes + 9]byte
	copy(b[:], key)
	b[keyBytes] = round
	binary.BigEndian.PutUint64(b[keyBytes+1:], half)
	sum := sha256.Sum256(b[:])
	return binary.BigEndian.Uint64(sum[:])
}
