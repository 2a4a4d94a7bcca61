package cluster

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"marquee/kv"
	"marquee/kv/frame"
)

// A commit in the log is this head and a frame as in package frame, sealed with the key of the
// cluster: whoever keeps the log reads no name and no address.
//
//	1  the form, 1
//	1  flags: sealed, and whether the rest is in parts
//	   the term, the length of the node's name and the name; the number of parts if there are any
const (
	entryForm   = 1
	flagSealed  = 1
	flagInParts = 2
	// partSize is how much of a commit one value holds, in bytes: etcd takes 1.5 MB at once.
	partSize = 1 << 20
)

// entry is a commit as the log has it.
type entry struct {
	term    int64
	node    string
	sealed  bool
	parts   int
	payload []byte // sealed if it says so; nil when it is in parts
}

func (e entry) bytes() []byte {
	flags := byte(0)
	if e.sealed {
		flags |= flagSealed
	}
	if e.parts > 0 {
		flags |= flagInParts
	}
	b := binary.AppendUvarint([]byte{entryForm, flags}, uint64(e.term))
	b = append(binary.AppendUvarint(b, uint64(len(e.node))), e.node...)
	if e.parts > 0 {
		return binary.AppendUvarint(b, uint64(e.parts))
	}
	return append(b, e.payload...)
}

func readEntry(b []byte) (e entry, err error) {
	bad := func() (entry, error) { return e, fmt.Errorf("%w: a commit in the log is none", ErrForeign) }
	if len(b) < 2 || b[0] != entryForm {
		return bad()
	}
	flags := b[1]
	b = b[2:]
	number := func() (n uint64, ok bool) {
		n, size := binary.Uvarint(b)
		if size <= 0 {
			return 0, false
		}
		b = b[size:]
		return n, true
	}
	term, ok := number()
	size, sized := number()
	if !ok || !sized || size > uint64(len(b)) {
		return bad()
	}
	e = entry{term: int64(term), node: string(b[:size]), sealed: flags&flagSealed != 0}
	b = b[size:]
	if flags&flagInParts == 0 {
		e.payload = b
		return e, nil
	}
	parts, ok := number()
	if !ok || parts == 0 {
		return bad()
	}
	e.parts = int(parts)
	return e, nil
}

// sealer seals commits; without a key it leaves them as they are.
type sealer struct {
	key        []byte
	generation string
}

// keyCheck tells whether two nodes have the same key.
func keyCheck(key []byte) string {
	if len(key) == 0 {
		return ""
	}
	return hex.EncodeToString(derive(key, "check"))[:16]
}

func derive(key []byte, what string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(what))
	return h.Sum(nil)
}

// cipher is that of one writer's term. In it there is one commit behind each state, so the time of
// the state is a number used once.
func (s sealer) cipher(term int64, node string) (cipher.AEAD, error) {
	block, err := aes.NewCipher(derive(s.key, fmt.Sprintf("commits %s %d %s", s.generation, term, node)))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func nonce(a cipher.AEAD, prev time.Time) []byte {
	return append(make([]byte, a.NonceSize()-8), moment(prev)...)
}

// seal makes the payload of a commit.
func (s sealer) seal(sets []kv.WriteSet, term int64, node string) (entry, error) {
	f := frame.AppendBatch(nil, sets)
	frame.Seal(f, 0)
	e := entry{term: term, node: node, sealed: len(s.key) > 0, payload: f}
	if !e.sealed {
		return e, nil
	}
	a, err := s.cipher(term, node)
	if err == nil {
		e.payload = a.Seal(nil, nonce(a, sets[0].Prev), f, nil)
	}
	return e, err
}

// open reads the payload of a commit that follows a state.
func (s sealer) open(e entry, prev time.Time, spaces map[string]kv.Space) (commit, error) {
	f := e.payload
	if e.sealed {
		a, err := s.cipher(e.term, e.node)
		if err != nil {
			return commit{}, err
		}
		if f, err = a.Open(nil, nonce(a, prev), f, nil); err != nil {
			return commit{}, fmt.Errorf("%w: a commit of %s is sealed with another key", ErrForeign, e.node)
		}
	}
	body, _, _, ok := frame.Unseal(f)
	if !ok || body[0] != frame.Batch {
		return commit{}, fmt.Errorf("%w: the commit behind %s is not whole", kv.ErrDamaged, clockTime(prev))
	}
	sets, err := frame.ReadBatch(body, spaces)
	if err == nil && !sets[0].Prev.Equal(prev) {
		err = frame.ErrBody
	}
	if err != nil {
		return commit{}, fmt.Errorf("%w: the commit behind %s: %w", kv.ErrDamaged, clockTime(prev), err)
	}
	return commit{prev, sets}, nil
}
