package apitest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// parsePattern reads an expected answer.
func parsePattern(text string, fill func(string) string) (pattern, error) {
	r := &patternReader{text: text, fill: fill}
	p, err := r.value()
	if err != nil {
		return nil, err
	}
	if r.space(); r.at < len(r.text) {
		return nil, fmt.Errorf("expected answer: %q is left over", r.rest())
	}
	return p, nil
}

type patternReader struct {
	text string
	at   int
	// fill replaces variables inside strings.
	fill func(string) string
}

func (r *patternReader) space() {
	for r.at < len(r.text) && strings.ContainsRune(" \t\r\n", rune(r.text[r.at])) {
		r.at++
	}
}

func (r *patternReader) rest() string {
	s := r.text[r.at:]
	return s[:min(len(s), 30)]
}

// take reads a token if it comes next.
func (r *patternReader) take(token string) bool {
	r.space()
	if strings.HasPrefix(r.text[r.at:], token) {
		r.at += len(token)
		return true
	}
	return false
}

// word reads letters, digits and the like.
func (r *patternReader) word() string {
	start := r.at
	for r.at < len(r.text) && (isWord(r.text[r.at]) || strings.IndexByte("?.+-", r.text[r.at]) >= 0) {
		r.at++
	}
	return r.text[start:r.at]
}

// name reads the name of a variable.
func (r *patternReader) name() string {
	start := r.at
	for r.at < len(r.text) && isWord(r.text[r.at]) {
		r.at++
	}
	return r.text[start:r.at]
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func (r *patternReader) value() (pattern, error) {
	switch {
	case r.take("{"):
		return r.object()
	case r.take("["):
		return r.list()
	case r.take("*"):
		return wildcard{r.word()}, nil
	case r.take("$"):
		return variable{r.name()}, nil
	}
	if strings.HasPrefix(r.text[r.at:], `"`) {
		return r.quoted()
	}
	return r.scalar(r.word())
}

func (r *patternReader) scalar(word string) (pattern, error) {
	d := json.NewDecoder(strings.NewReader(word))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("expected answer: %q is no value (%q)", word, r.rest())
	}
	return literal{v}, nil
}

func (r *patternReader) quoted() (pattern, error) {
	s, err := r.str()
	if err != nil {
		return nil, err
	}
	return quoted{s, r.fill}, nil
}

func (r *patternReader) str() (string, error) {
	start := r.at
	for r.at++; r.at < len(r.text) && r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at = min(r.at+1, len(r.text))
	var s string
	if err := json.Unmarshal([]byte(r.text[start:r.at]), &s); err != nil {
		return "", fmt.Errorf("expected answer: %s: %w", r.text[start:r.at], err)
	}
	return s, nil
}

func (r *patternReader) object() (pattern, error) {
	o := objectOf{values: map[string]pattern{}}
	for !r.take("}") {
		if r.take("...") {
			o.open = true
			r.take(",")
			continue
		}
		if r.space(); !strings.HasPrefix(r.text[r.at:], `"`) {
			return nil, fmt.Errorf("expected answer: want a name at %q", r.rest())
		}
		k, err := r.str()
		if err != nil {
			return nil, err
		}
		if !r.take(":") {
			return nil, fmt.Errorf("expected answer: want : after %q", k)
		}
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, k)
		o.values[k] = v
		r.take(",")
	}
	return o, nil
}

func (r *patternReader) list() (pattern, error) {
	var l listOf
	for !r.take("]") {
		if r.take("...") {
			l.open = true
			r.take(",")
			continue
		}
		v, err := r.value()
		if err != nil {
			return nil, err
		}
		l.values = append(l.values, v)
		r.take(",")
	}
	return l, nil
}
