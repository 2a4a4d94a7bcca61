package search

import (
	"bytes"
	"encoding/binary"
)

// numbersBehind stands between the texts of a line and its numbers.
const numbersBehind = 0x1f

// Line is what an index of texts keeps of a record: its texts, folded, and numbers of at
// least 0 that nobody searches for. It is empty where no text says anything and there are no
// numbers.
func Line(texts []string, numbers ...int64) string {
	line := []byte(join(texts))
	if len(bytes.TrimSpace(line)) == 0 && len(numbers) == 0 {
		return ""
	}
	if len(numbers) > 0 {
		line = append(line, numbersBehind)
	}
	for _, n := range numbers {
		line = binary.AppendUvarint(line, uint64(n)+1) // so that no byte of it is zero
	}
	return string(line)
}

// Texts are those of a line, one behind another.
func Texts(line []byte) []byte {
	texts, _, _ := bytes.Cut(line, separator)
	return texts
}

var separator = []byte{numbersBehind}

// Text is the n-th text of a line.
func Text(line []byte, n int) []byte {
	text := Texts(line)
	for ; n > 0; n-- {
		_, text, _ = bytes.Cut(text, betweenTexts)
	}
	text, _, _ = bytes.Cut(text, betweenTexts)
	return text
}

var betweenTexts = []byte{'\n'}

// Numbers are those of a line, for Next.
func Numbers(line []byte) []byte {
	_, numbers, _ := bytes.Cut(line, separator)
	return numbers
}

// Next reads the next number; ok is false when there is none.
func Next(numbers []byte) (n int64, rest []byte, ok bool) {
	u, size := binary.Uvarint(numbers)
	if size <= 0 {
		return 0, nil, false
	}
	return int64(u - 1), numbers[size:], true
}
