package texts

import (
	"bytes"
	"errors"
	"math/bits"
)

// Together is how many ids share a block. More are read faster, and make the value longer that
// is written whenever one of them changes.
const Together = 64

// Block is the texts of some ids in a row: a bit for each that has one, and behind those
// eight bytes the texts, each with a zero byte behind it.
type Block struct {
	has   uint64
	texts []byte
}

var errUnreadable = errors.New("texts cannot be read")

// Read reads what Write wrote.
func Read(value []byte) (b Block, err error) {
	if len(value) < 8 {
		return b, errUnreadable
	}
	for _, x := range value[:8] {
		b.has = b.has<<8 | uint64(x)
	}
	b.texts = value[8:]
	if b.has == 0 || len(b.texts) == 0 || b.texts[len(b.texts)-1] != 0 {
		return b, errUnreadable
	}
	return b, nil
}

// Size is how long all texts are, with what separates them.
func (b Block) Size() int { return len(b.texts) }

// Find tells which texts have a part and fit.
func (b Block) Find(part []byte, fits func(text []byte) bool, found func(at int)) {
	rest, has := b.texts, b.has
	for len(rest) > 0 && has != 0 {
		at := bytes.Index(rest, part)
		if at < 0 {
			return
		}
		for range bytes.Count(rest[:at], separator) {
			has &= has - 1
		}
		from := bytes.LastIndexByte(rest[:at], 0) + 1
		to := at + bytes.IndexByte(rest[at:], 0)
		if fits == nil || fits(rest[from:to]) {
			found(bits.TrailingZeros64(has))
		}
		has &= has - 1
		rest = rest[to+1:]
	}
}

var separator = []byte{0}

// Each hands out the texts.
func (b Block) Each(found func(at int, text []byte)) {
	rest := b.texts
	for has := b.has; has != 0; has &= has - 1 {
		text, behind, _ := bytes.Cut(rest, separator)
		found(bits.TrailingZeros64(has), text)
		rest = behind
	}
}

// Text is that of one id, nil if it has none.
func (b Block) Text(id int64) (of []byte) {
	b.Each(func(at int, text []byte) {
		if int64(at) == id%Together {
			of = text
		}
	})
	return of
}

// Write is the value of an entry, nil without any text.
func Write(texts *[Together][]byte) []byte {
	size, has := 8, uint64(0)
	for at, text := range texts {
		if text != nil {
			size, has = size+len(text)+1, has|1<<at
		}
	}
	if has == 0 {
		return nil
	}
	value := make([]byte, 0, size)
	for shift := 56; shift >= 0; shift -= 8 {
		value = append(value, byte(has>>shift))
	}
	for _, text := range texts {
		if text != nil {
			value = append(append(value, text...), 0)
		}
	}
	return value
}
