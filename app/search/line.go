package search

import (
	"bytes"
	"encoding/binary"
)

// Line is what an index of texts keeps of a record: how many numbers follow, numbers of at
// least 0 that nobody searches for, and its texts, folded. It is empty where no text says
// anything and there are no numbers. More than 200 numbers are left out.
func Line(texts []string, numbers ...int64) string {
	text := join(texts)
	if len(bytes.TrimSpace([]byte(text))) == 0 && len(numbers) == 0 {
		return ""
	}
	numbers = numbers[:min(len(numbers), maxNumbers)]
	line := []byte{byte(len(numbers) + 1)} // so that no byte of it is zero
	for _, n := range numbers {
		line = binary.AppendUvarint(line, uint64(n)+1)
	}
	return string(append(line, text...))
}

// maxNumbers is how many numbers a line has at most.
const maxNumbers = 200

// Texts are those of a line, one behind another.
func Texts(line []byte) []byte {
	numbers := Numbers(line)
	for range numbers.left {
		_, numbers = numbers.Next()
	}
	return numbers.line
}

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

// Rest is what is still to be read of the numbers of a line.
type Rest struct {
	line []byte
	left int
}

// Numbers are those of a line.
func Numbers(line []byte) Rest {
	if len(line) == 0 {
		return Rest{}
	}
	return Rest{line[1:], int(line[0]) - 1}
}

// Left is how many numbers follow.
func (r Rest) Left() int { return r.left }

// Next reads the next number, -1 where none follows.
func (r Rest) Next() (n int64, rest Rest) {
	u, size := binary.Uvarint(r.line)
	if size <= 0 || r.left <= 0 {
		return -1, Rest{line: r.line}
	}
	return int64(u - 1), Rest{r.line[size:], r.left - 1}
}
