package indexes

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"

	"marquee/kv"
)

// counterSpace holds every counter: the last id of each table, the number of
// records per table and company, the number of entries per counted key. Each
// counter has a key of its own, so that two transactions conflict only if they
// change the same counter.
const counterSpace kv.Space = "~counters"

// The kinds of counters: prefixes of their names.
const (
	lastID  = "id:"
	records = "n:"
	tallies = "k:"
)

// counterSize is eight bytes of count and four of checksum over key and count.
const counterSize = 12

// counterKey is the key of a counter: its kind, the table or index it counts, and
// what distinguishes it from other counters of the same kind.
func counterKey(kind, of string, rest ...[]byte) []byte {
	key := kv.String.Append(make([]byte, 0, len(kind)+len(of)+32), kind+of)
	for _, r := range rest {
		key = append(key, r...)
	}
	return key
}

// splitCounterKey is the inverse of counterKey.
func splitCounterKey(key []byte) (kind, of string, rest []byte, err error) {
	name, rest, err := kv.String.Read(key)
	if err != nil {
		return "", "", nil, err
	}
	kind, of, ok := strings.Cut(name, ":")
	if !ok {
		return "", "", nil, kv.ErrBadKey
	}
	return kind + ":", of, rest, nil
}

// readCounter returns a counter; one that was never written is 0.
func readCounter(r kv.Reader, key []byte) (int64, error) {
	v, err := r.Get(counterSpace, key)
	if errors.Is(err, kv.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return decodeCounter(key, v)
}

func decodeCounter(key, v []byte) (int64, error) {
	if len(v) != counterSize || binary.BigEndian.Uint32(v[8:]) != counterSum(key, v[:8]) {
		return 0, &DamagedError{Table: string(counterSpace), Key: counterName(key), Reason: "checksum does not match"}
	}
	return int64(binary.BigEndian.Uint64(v)), nil
}

func counterSum(key, count []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, count)
}

// writeCounter stores a counter.
func writeCounter(tx kv.Tx, key []byte, n int64) error {
	v := binary.BigEndian.AppendUint64(make([]byte, 0, counterSize), uint64(n))
	return tx.Put(counterSpace, key, binary.BigEndian.AppendUint32(v, counterSum(key, v)))
}

// addCounter adds to a counter. A counter that becomes 0 is removed.
func addCounter(tx kv.Tx, key []byte, delta int64) error {
	if delta == 0 {
		return nil
	}
	n, err := readCounter(tx, key)
	if err != nil {
		return err
	}
	if n+delta == 0 {
		return tx.Delete(counterSpace, key)
	}
	return writeCounter(tx, key, n+delta)
}

// counterName formats the key of a counter for messages.
func counterName(key []byte) string {
	kind, of, rest, err := splitCounterKey(key)
	if err != nil {
		return hexKey(key)
	}
	return kind + of + " " + hexKey(rest)
}
