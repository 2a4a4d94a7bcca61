package imports

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"marquee/app"
)

// The encodings of files.
const (
	UTF8        = "utf-8"
	UTF16LE     = "utf-16le"
	UTF16BE     = "utf-16be"
	Windows1252 = "windows-1252"
)

// Encodings are the names of all.
func Encodings() []string { return []string{UTF8, UTF16LE, UTF16BE, Windows1252} }

var (
	markUTF8 = []byte{0xef, 0xbb, 0xbf}
	markLE   = []byte{0xff, 0xfe}
	markBE   = []byte{0xfe, 0xff}
)

// encodingOf guesses how a file was written: by its mark, by the empty halves of its
// characters, and by whether it is UTF-8, but for a few bytes: what has no fewer characters of
// several bytes that are right than bytes that are wrong. What is none of that is Windows-1252,
// which contains Latin-1.
func encodingOf(file []byte) string {
	switch {
	case bytes.HasPrefix(file, markUTF8):
		return UTF8
	case bytes.HasPrefix(file, markLE):
		return UTF16LE
	case bytes.HasPrefix(file, markBE):
		return UTF16BE
	}
	even, odd := 0, 0
	head := file[:min(len(file), 1_000)]
	for i, b := range head {
		if b == 0 && i%2 == 0 {
			even++
		} else if b == 0 {
			odd++
		}
	}
	switch {
	case odd > len(head)/4:
		return UTF16LE
	case even > len(head)/4:
		return UTF16BE
	case mostlyUTF8(file):
		return UTF8
	}
	return Windows1252
}

func mostlyUTF8(file []byte) bool {
	right, wrong := 0, 0
	for len(file) > 0 {
		r, n := utf8.DecodeRune(file)
		switch {
		case r == utf8.RuneError && n == 1:
			wrong++
		case n > 1:
			right++
		}
		file = file[n:]
	}
	return right >= wrong
}

// mended is a text whose bytes that are no UTF-8 are read as Windows-1252.
func mended(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			b.WriteString(fromWindows([]byte{text[i]}))
		} else {
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// decode gives the text of a file, without the mark at its beginning. Where its encoding was
// guessed it may have bytes that are no UTF-8.
func decode(file []byte, encoding string, guessed bool) (string, error) {
	var text string
	switch encoding {
	case UTF16LE, UTF16BE:
		if len(file)%2 != 0 {
			return "", app.Field("file", "is cut off")
		}
		text = fromUTF16(file, encoding == UTF16BE)
	case Windows1252:
		text = fromWindows(file)
	default:
		if text = string(bytes.TrimPrefix(file, markUTF8)); !guessed && !utf8.ValidString(text) {
			return "", app.Field("file", "is not encoded in %s", UTF8)
		}
	}
	if strings.ContainsRune(text, 0) {
		return "", app.Field("file", "is no text")
	}
	return text, nil
}

func fromUTF16(file []byte, big bool) string {
	order := binary.ByteOrder(binary.LittleEndian)
	if big {
		order = binary.BigEndian
	}
	units := make([]uint16, 0, len(file)/2)
	for i := 0; i < len(file); i += 2 {
		units = append(units, order.Uint16(file[i:]))
	}
	if len(units) > 0 && units[0] == 0xfeff {
		units = units[1:]
	}
	return string(utf16.Decode(units))
}

// windows are the characters of Windows-1252 from 0x80 to 0x9f; all others are those of
// Latin-1, which are the first of Unicode.
var windows = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

func fromWindows(file []byte) string {
	var b strings.Builder
	b.Grow(len(file) + len(file)/8)
	for _, c := range file {
		if c >= 0x80 && c < 0xa0 {
			b.WriteRune(windows[c-0x80])
		} else {
			b.WriteRune(rune(c))
		}
	}
	return b.String()
}

// Text is the text of a file whose encoding is guessed.
func Text(file []byte) (string, error) {
	text, err := decode(file, encodingOf(file), true)
	return oneEnd(mended(text)), err
}
