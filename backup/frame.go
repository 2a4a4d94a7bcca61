package backup

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
)

// The stream of an export: the line exportIntro, then frames. A frame is the
// length of its body as a varint, the body, and the CRC32C of the body in four
// bytes, big endian. A body is one letter and its fields; a text or bytes field
// is its length as a varint and then itself, a number is a varint. Varints are
// unsigned, seven bits a byte, low bits first.
//
//	H  header: a JSON object (ExportHeader). The first frame.
//	I  table, last id given in it
//	R  table, company (0 in global tables), version of the record's form, key, payload
//	E  number of R frames, SHA-256 of the stream up to this frame. The last frame.
//
// I and R frames come in the order of tables, then of keys, so that one snapshot
// has one export. A key is the record's key as kv keeps it, company first; a
// payload is the record's msgpack, whose field names Schema.Describe lists.
const (
	exportIntro = "marquee export 1\n"

	frameHeader = 'H'
	frameLastID = 'I'
	frameRecord = 'R'
	frameEnd    = 'E'

	// maxFrame bounds a body, in bytes.
	maxFrame = 1 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// frames writes a stream.
type frames struct {
	w    *bufio.Writer
	sum  hash.Hash
	body []byte
}

func (f *frames) raw(b []byte) {
	f.w.Write(b) // a bufio.Writer keeps its first error for Flush
	f.sum.Write(b)
}

func (f *frames) start(letter byte) *frames {
	f.body = append(f.body[:0], letter)
	return f
}

func (f *frames) bytes(b []byte) *frames {
	f.body = append(binary.AppendUvarint(f.body, uint64(len(b))), b...)
	return f
}

func (f *frames) number(n int64) *frames {
	f.body = binary.AppendUvarint(f.body, uint64(n))
	return f
}

func (f *frames) end() {
	f.raw(binary.AppendUvarint(nil, uint64(len(f.body))))
	f.raw(f.body)
	f.raw(binary.BigEndian.AppendUint32(nil, crc32.Checksum(f.body, castagnoli)))
}

// unframer reads a stream.
type unframer struct {
	r    *bufio.Reader
	sum  hash.Hash
	rest []byte // of the body at hand
}

func newUnframer(r io.Reader) unframer {
	return unframer{r: bufio.NewReaderSize(r, sealedStep), sum: sha256.New()}
}

var errStream = errors.New("the stream is damaged or cut off")

func (u *unframer) intro() error {
	head := make([]byte, len(exportIntro))
	if _, err := io.ReadFull(u.r, head); err != nil || string(head) != exportIntro {
		return bad("it is no export")
	}
	u.sum.Write(head)
	return nil
}

// next reads a frame and gives its letter. Before is the sum of all before it.
func (u *unframer) next() (letter byte, before []byte, err error) {
	before = u.sum.Sum(nil)
	n, err := binary.ReadUvarint(u.r)
	if err != nil || n == 0 || n > maxFrame {
		return 0, nil, bad("%v", errStream)
	}
	buf := make([]byte, n+4)
	if _, err := io.ReadFull(u.r, buf); err != nil {
		return 0, nil, bad("%v", errStream)
	}
	body := buf[:n]
	if binary.BigEndian.Uint32(buf[n:]) != crc32.Checksum(body, castagnoli) {
		return 0, nil, bad("the checksum of a frame does not match")
	}
	u.sum.Write(binary.AppendUvarint(nil, n))
	u.sum.Write(buf)
	u.rest = body[1:]
	return body[0], before, nil
}

func (u *unframer) bytes() ([]byte, error) {
	n, err := u.number()
	if err != nil || n < 0 || n > int64(len(u.rest)) {
		return nil, bad("%v", errStream)
	}
	b := u.rest[:n]
	u.rest = u.rest[n:]
	return b, nil
}

func (u *unframer) number() (int64, error) {
	n, size := binary.Uvarint(u.rest)
	if size <= 0 {
		return 0, bad("%v", errStream)
	}
	u.rest = u.rest[size:]
	return int64(n), nil
}

// over makes sure that nothing follows the last frame.
func (u *unframer) over(records int64, before []byte) error {
	n, err := u.number()
	if err != nil {
		return err
	}
	sum, err := u.bytes()
	if err != nil {
		return err
	}
	if n != records || !bytes.Equal(sum, before) {
		return bad("its end says %d records and another sum; %d were read", n, records)
	}
	if _, err := u.r.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w", bad("something follows its end"))
	}
	return nil
}
