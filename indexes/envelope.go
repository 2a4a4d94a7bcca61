package indexes

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A stored value is an envelope around the msgpack payload:
//
//	byte 0     form of the envelope, 1
//	byte 1-2   version of the record, big endian
//	byte 3-6   CRC32C over the table's name, the key, bytes 0-2 and the payload
//	byte 7-    payload
//
// The checksum covers name and key so that it detects a record under a wrong key
// as well as a flipped bit.
const (
	envelopeForm = 1
	envelopeSize = 7
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seedOf is the initial value of every checksum in a table.
func seedOf(table string) uint32 { return crc32.Checksum([]byte(table), castagnoli) }

func checksum(seed uint32, key, head, payload []byte) uint32 {
	sum := crc32.Update(seed, castagnoli, key)
	sum = crc32.Update(sum, castagnoli, head)
	return crc32.Update(sum, castagnoli, payload)
}

// seal makes the stored value of a record. It writes into dst's memory.
func seal(dst []byte, seed uint32, version int, key []byte, rec any) ([]byte, error) {
	value, err := appendPacked(append(dst[:0], envelopeForm, byte(version>>8), byte(version), 0, 0, 0, 0), rec)
	if err != nil {
		return nil, err
	}
	sum := checksum(seed, key, value[:3], value[envelopeSize:])
	binary.BigEndian.PutUint32(value[3:], sum)
	return value, nil
}

// unseal checks an envelope and returns the payload and the version it was written
// with. The payload is not copied: it is valid as long as value is.
func unseal(seed uint32, key, value []byte) (payload []byte, version int, err error) {
	if len(value) <= envelopeSize {
		return nil, 0, fmt.Errorf("only %d bytes long", len(value))
	}
	if value[0] != envelopeForm {
		return nil, 0, fmt.Errorf("unknown form %d", value[0])
	}
	want := binary.BigEndian.Uint32(value[3:])
	if got := checksum(seed, key, value[:3], value[envelopeSize:]); got != want {
		return nil, 0, fmt.Errorf("checksum is %08x, expected %08x", got, want)
	}
	return value[envelopeSize:], int(value[1])<<8 | int(value[2]), nil
}
