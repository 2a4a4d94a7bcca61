package frame

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"time"

	"marquee/kv"
)

const (
	// Magic is how a frame begins, and Head the size of its head.
	Magic = "MqJ\x01"
	Head  = 16
	// Batch is the letter of one commit.
	Batch = 'B'
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	// ErrBody: a body that nobody wrote, with a checksum that fits.
	ErrBody = errors.New("its content makes no sense")
)

// Start leaves room for the head.
func Start(dst []byte, letter byte) []byte {
	var head [Head]byte
	return append(append(dst[:0], head[:]...), letter)
}

// Seal writes the head of a frame and gives its checksum, the chain's next.
func Seal(frame []byte, chain uint32) uint32 {
	copy(frame, Magic)
	binary.BigEndian.PutUint32(frame[4:], uint32(len(frame)-Head))
	binary.BigEndian.PutUint32(frame[8:], chain)
	sum := checksum(frame)
	binary.BigEndian.PutUint32(frame[12:], sum)
	return sum
}

func checksum(frame []byte) uint32 {
	return crc32.Update(crc32.Checksum(frame[4:12], castagnoli), castagnoli, frame[Head:])
}

// Unseal reads the frame that b begins with; ok is false when none does.
func Unseal(b []byte) (body []byte, chain, sum uint32, ok bool) {
	if len(b) <= Head || string(b[:4]) != Magic {
		return nil, 0, 0, false
	}
	n := uint64(binary.BigEndian.Uint32(b[4:]))
	if n == 0 || n > uint64(len(b)-Head) {
		return nil, 0, 0, false
	}
	frame := b[:Head+n]
	sum = binary.BigEndian.Uint32(frame[12:])
	return frame[Head:], binary.BigEndian.Uint32(frame[8:]), sum, sum == checksum(frame)
}

// AppendBatch writes the frame of one commit into dst, but for its head.
func AppendBatch(dst []byte, sets []kv.WriteSet) []byte {
	dst = Start(dst, Batch)
	prev := sets[0].Prev.UnixMicro()
	dst = binary.AppendUvarint(dst, uint64(prev))
	dst = binary.AppendUvarint(dst, uint64(len(sets)))
	for i := range sets {
		at := sets[i].At.UnixMicro()
		dst = binary.AppendUvarint(dst, uint64(at-prev))
		dst = appendWrites(dst, sets[i].Writes)
		prev = at
	}
	return dst
}

func appendWrites(dst []byte, writes []kv.Entry) []byte {
	for len(writes) > 0 {
		n := 1
		for n < len(writes) && writes[n].Space == writes[0].Space {
			n++
		}
		dst = append(binary.AppendUvarint(dst, uint64(len(writes[0].Space))), writes[0].Space...)
		dst = binary.AppendUvarint(dst, uint64(n))
		for i := range writes[:n] {
			dst = appendWrite(dst, &writes[i])
		}
		writes = writes[n:]
	}
	return append(dst, 0)
}

func appendWrite(dst []byte, w *kv.Entry) []byte {
	dst = append(binary.AppendUvarint(dst, uint64(len(w.Key))), w.Key...)
	if w.Value == nil {
		return append(dst, 0)
	}
	return append(binary.AppendUvarint(dst, uint64(len(w.Value))+1), w.Value...)
}

// fields reads the body of a frame.
type fields struct {
	rest   []byte
	broken bool
	spaces map[string]kv.Space // names, each made once; nil when only moments are kept
}

func (f *fields) number() uint64 {
	n, size := binary.Uvarint(f.rest)
	if size <= 0 {
		f.broken, f.rest = true, nil
		return 0
	}
	f.rest = f.rest[size:]
	return n
}

func (f *fields) take(n uint64) []byte {
	if n > uint64(len(f.rest)) {
		f.broken, f.rest = true, nil
		return nil
	}
	b := f.rest[:n:n]
	f.rest = f.rest[n:]
	return b
}

// ReadBatch reads the write sets of a B frame, without spaces their moments alone.
// Keys and values lie in body.
func ReadBatch(body []byte, spaces map[string]kv.Space) ([]kv.WriteSet, error) {
	f := fields{rest: body[1:], spaces: spaces}
	prev := moment(f.number())
	n := f.number()
	if n == 0 || n > uint64(len(f.rest)) {
		return nil, ErrBody
	}
	sets := make([]kv.WriteSet, 0, n)
	for range n {
		at := prev.Add(time.Duration(f.number()) * time.Microsecond)
		set := kv.WriteSet{Prev: prev, At: at, Writes: f.writes()}
		if f.broken || !at.After(prev) {
			return nil, ErrBody
		}
		sets = append(sets, set)
		prev = at
	}
	if len(f.rest) > 0 {
		return nil, ErrBody
	}
	return sets, nil
}

func (f *fields) writes() (all []kv.Entry) {
	for {
		name := f.take(f.number())
		if len(name) == 0 {
			return all
		}
		space := f.space(name)
		for n := f.number(); n > 0 && !f.broken; n-- {
			if w := f.write(space); f.spaces != nil {
				all = append(all, w)
			}
		}
	}
}

func (f *fields) space(name []byte) kv.Space {
	if f.spaces == nil {
		return ""
	}
	space, ok := f.spaces[string(name)]
	if !ok {
		space = kv.Space(name)
		f.spaces[string(name)] = space
	}
	return space
}

func (f *fields) write(space kv.Space) kv.Entry {
	w := kv.Entry{Space: space, Key: f.take(f.number())}
	n := f.number()
	if n > 0 {
		w.Value = f.take(n - 1)
	}
	if len(w.Key) == 0 || (n > 0 && len(w.Value) == 0) {
		f.broken, f.rest = true, nil
	}
	return w
}

func moment(micro uint64) time.Time { return time.UnixMicro(int64(micro)).UTC() }
