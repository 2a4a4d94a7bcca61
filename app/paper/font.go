package paper

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	// Tells which characters a font has.
	"golang.org/x/image/font/sfnt"
	// Finds the plain form of a character that a font lacks.
	"golang.org/x/text/unicode/norm"
)

//go:embed font/NotoSans-Regular.ttf
var fontRegular []byte

//go:embed font/NotoSans-Bold.ttf
var fontBold []byte

// fontCoverage is parsed once: both cuts have the same characters, which a test
// compares.
var fontCoverage = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(fontRegular)
	if err != nil {
		panic("paper: the built-in font: " + err.Error())
	}
	return f
})

func covered(r rune) bool {
	g, err := fontCoverage().GlyphIndex(nil, r)
	return err == nil && g != 0 && r < 0x10000
}

// printable is the text in characters that the font has. Others are told to missing.
func printable(text string, missing map[rune]bool) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(text) {
		plain := plainForm(r)
		if plain != "" {
			b.WriteString(plain)
			gap = false
			continue
		}
		if invisible(r) {
			continue
		}
		missing[r] = true
		if !gap {
			b.WriteByte('?')
		}
		gap = true
	}
	return b.String()
}

// invisible are marks that carry no letter: controls of direction, joiners,
// variation selectors.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Variation_Selector, r)
}

// plainForm is a character as the font can write it, empty if it cannot.
func plainForm(r rune) string {
	switch {
	case r == '\n', covered(r):
		return string(r)
	case unicode.IsSpace(r):
		return " "
	}
	var b strings.Builder
	for _, part := range norm.NFKD.String(string(r)) {
		if covered(part) {
			b.WriteRune(part)
		}
	}
	return b.String()
}
