package rest

import (
	"encoding/json"
	"iter"
	"unicode/utf16"
	"unicode/utf8"
)

// The body is checked as a whole once; after that these functions walk raw bytes
// that are known to be one well-formed JSON value.

// depthOf is how deep brackets nest in a JSON text, counted only up to limit+1.
func depthOf(b []byte, limit int) int {
	depth, deepest := 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = endOfString(b, i) - 1
		case '[', '{':
			if depth++; depth > deepest {
				deepest = depth
			}
			if deepest > limit {
				return deepest
			}
		case ']', '}':
			depth--
		}
	}
	return deepest
}

// wellFormed tells whether b is one JSON value.
func wellFormed(b []byte) bool { return json.Valid(b) }

// endOfString is the index after the closing quote of the string at i.
func endOfString(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// endOfValue is the index after the value that starts at i.
func endOfValue(b []byte, i int) int {
	switch b[i] {
	case '"':
		return endOfString(b, i)
	case '{', '[':
		depth := 0
		for ; i < len(b); i++ {
			switch b[i] {
			case '"':
				i = endOfString(b, i) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return i
	}
	for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ']' && b[i] > ' ' {
		i++
	}
	return i
}

// members yields the raw key (with quotes) and value of each member of an object.
func members(b []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(k, v []byte) bool) {
		i := skipSpace(b, 1)
		for i < len(b) && b[i] == '"' {
			k := b[i:endOfString(b, i)]
			i = skipSpace(b, skipSpace(b, i+len(k))+1)
			end := endOfValue(b, i)
			if !yield(k, b[i:end]) {
				return
			}
			if i = skipSpace(b, end); i >= len(b) || b[i] != ',' {
				return
			}
			i = skipSpace(b, i+1)
		}
	}
}

// elements yields each raw element of an array.
func elements(b []byte) iter.Seq2[int, []byte] {
	return func(yield func(n int, v []byte) bool) {
		i := skipSpace(b, 1)
		for n := 0; i < len(b) && b[i] != ']'; n++ {
			end := endOfValue(b, i)
			if !yield(n, b[i:end]) {
				return
			}
			if i = skipSpace(b, end); i < len(b) && b[i] == ',' {
				i = skipSpace(b, i+1)
			}
		}
	}
}

// unquote reads a JSON string. It is false when the text is not Unicode: bytes
// that are not UTF-8, half of a surrogate pair, or NUL.
func unquote(b []byte) (string, bool) {
	b = b[1 : len(b)-1]
	plain := true
	for _, c := range b {
		if c == '\\' {
			plain = false
			break
		}
	}
	if plain {
		return string(b), utf8.Valid(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			out = append(out, b[i])
			continue
		}
		i++
		if b[i] != 'u' {
			out = append(out, escaped(b[i]))
			continue
		}
		r := hex4(b[i+1:])
		i += 4
		if utf16.IsSurrogate(r) {
			if i+6 >= len(b) || b[i+1] != '\\' || b[i+2] != 'u' {
				return "", false
			}
			if r = utf16.DecodeRune(r, hex4(b[i+3:])); r == utf8.RuneError {
				return "", false
			}
			i += 6
		}
		if r == 0 {
			return "", false
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out), utf8.Valid(out)
}

func escaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// hex4 reads four hex digits, which the scanner has seen already.
func hex4(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		r <<= 4
		switch {
		case c <= '9':
			r |= rune(c - '0')
		case c <= 'F':
			r |= rune(c-'A') + 10
		default:
			r |= rune(c-'a') + 10
		}
	}
	return r
}
