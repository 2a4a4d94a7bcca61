package letters

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/matryer/is"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// names are written as they are: no letter is lost, none is an empty box.
var names = []struct{ script, name string }{
	{"Latin", "Žofie Müller-Łukasiewicz"}, {"Greek", "Παπαδοπούλου"}, {"polytonic Greek", "Ἀριστοτέλης"}, {"Cyrillic", "Фёдор Достоевский"}, {"Kazakh", "Әлия Қуанышқызы"},
	{"Vietnamese", "Nguyễn Thị Hồng Hạnh"}, {"Hebrew", "דוד בן־גוריון"}, {"Hebrew with vowels", "שָׁלוֹם"}, {"Arabic", "محمد علي"}, {"Arabic with vowels", "مُحَمَّد"},
	{"Persian", "می\u200cخواهم پژمان گل"}, {"Urdu", "نور الدین ٹھاکر"}, {"Georgian", "გიორგი მაისურაძე"}, {"Armenian", "Արամ Խաչատրյան"}, {"Thai", "น้ำผึ้ง ใจดี"}, {"Lao", "ສົມສັກ"},
	{"Devanagari", "प्रिया शर्मा"}, {"Bengali", "রবীন্দ্রনাথ ঠাকুর"}, {"Gurmukhi", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"}, {"Gujarati", "નરેન્દ્ર"}, {"Tamil", "தமிழ்ச்செல்வி"}, {"Telugu", "శ్రీనివాస"},
	{"Kannada", "ಕೃಷ್ಣ"}, {"Malayalam", "ശ്രീകുമാർ"}, {"Sinhala", "ශ්\u200dරී ලංකා"}, {"Thaana", "އިބްރާހީމް"}, {"Myanmar", "အောင်ဆန်းစုကြည်"}, {"Khmer", "សុខា ចាន់"}, {"Ethiopic", "አበበ ቢቂላ"},
	{"Chinese", "朱镕基 陶喆 王珺 陈堃"}, {"traditional Chinese", "陳奕迅 張學友"}, {"Japanese", "渡辺 さくら ミゲル"}, {"Korean", "김민준 뷁"}, {"full width", "ＡＢＣ　１２３"},
}

func TestNamesInAllScripts(t *testing.T) {
	s := NewSetter()
	for _, n := range names {
		t.Run(n.script, func(t *testing.T) {
			is := is.New(t)
			printed, lost := Printable(n.name)
			is.Equal(string(lost), "")
			is.Equal(strings.ReplaceAll(printed, "　", " "), strings.ReplaceAll(n.name, "　", " "))
			for _, strong := range []bool{false, true} {
				line := s.Set(printed, strong).Line()
				is.Equal(line.Text, printed)
				said := 0
				for _, r := range line.Runs {
					for _, g := range r.Glyphs {
						if g.ID == 0 {
							t.Errorf("%q has no glyph in %s", g.Text, r.Face.Name)
						}
						said += len(g.Text)
					}
				}
				is.Equal(said, len(printed)) // each letter is said, once
			}
		})
	}
}

func TestWhatIsPrinted(t *testing.T) {
	for _, tc := range []struct{ in, out, lost string }{
		{"Zoë", "Zoë", ""},                              // composed
		{"ﬃ Ⅻ ①", "ﬃ XII ①", ""},                        // plain forms
		{"𝓐da", "Ada", ""},                              // of letters for show, too
		{"Party 🎉🎉!", "Party !", ""},                    // emoji fall away
		{"🎂 Ada 👩\u200d👩\u200d👧 Lee 🇩🇪", "Ada Lee", ""}, // with their joiners and flags
		{"1️⃣ One", "1 One", ""},
		{"a\u200d\u202eb\ufe0f", "ab", ""}, // nobody turns a name around
		{"a\tb\u00a0c  d ", "a b\u00a0c d", ""},
		{"ཀབ Lee", "? Lee", "ཀབ"}, // one mark for a run, and it is said
		{"𠀀 𠀁", "? ?", "𠀀𠀁"},
		{"\xff\xfea", "a", ""},
		{"A🎉\u0300", "A", ""}, // nor do its marks go to another letter
		{"e\u200d\u0301", "é", ""},
	} {
		t.Run(tc.in, func(t *testing.T) {
			is := is.New(t)
			out, lost := Printable(tc.in)
			is.Equal(out, tc.out)
			is.Equal(string(lost), tc.lost)
		})
	}
}

// stands is a text as it stands from left to right.
func stands(text string) string {
	var out strings.Builder
	for _, r := range NewSetter().Set(text, false).Line().Runs {
		for _, g := range r.Glyphs {
			out.WriteString(g.Text)
		}
	}
	return out.String()
}

func TestTheOrderOfText(t *testing.T) {
	for _, tc := range []struct{ read, seen string }{
		{"Ali 123 علي", "Ali 123 يلع"},
		{"علي 123 Ali", "Ali 123 يلع"},
		{"Row علي 123 B", "Row 123 يلع B"},   // the number belongs to the name
		{"דוד (אב) 12-15", "12-15 )בא( דוד"}, // brackets turn around
		{"Ali (علي) Lee", "Ali (يلع) Lee"},
		{"محمد: 5.00 €", "€ 5.00 :دمحم"},
		{"שלום Ada Lee עולם", "םלוע Ada Lee םולש"},
		{"Ada Lee", "Ada Lee"},
	} {
		t.Run(tc.read, func(t *testing.T) {
			is := is.New(t)
			is.Equal(stands(tc.read), tc.seen)
		})
	}
}

// Letters of Arabic have another shape at the beginning, in the middle and at the end of a word, and some become one.
func TestLettersJoin(t *testing.T) {
	is := is.New(t)
	glyphs := func(text string) (ids []uint16) {
		for _, r := range NewSetter().Set(text, false).Line().Runs {
			for _, g := range r.Glyphs {
				ids = append(ids, g.ID)
			}
		}
		return ids
	}
	alone := glyphs("ع")[0]
	word := glyphs("ععع")
	is.Equal(len(word), 3)
	for i, g := range word {
		is.True(g != alone)
		is.True(g != word[(i+1)%3])
	}
	is.True(len(glyphs("لا")) < 2 || glyphs("لا")[0] != glyphs("ا")[0]) // lam and alef
	is.True(glyphs("ع\u200cع")[0] != glyphs("عع")[0])                   // unless somebody parts them
	is.True(glyphs("क्ष")[0] != glyphs("क")[0])
}

// A mark stands above its letter, wherever the next one is.
func TestMarksTakeNoRoom(t *testing.T) {
	is := is.New(t)
	s := NewSetter()
	width := func(text string) float64 { return s.Set(text, false).Line().Width }
	for plain, marked := range map[string]string{"x": "x\u0303", "ก": "ก่", "ש": "שָׁ", "م": "مُ"} {
		printed, _ := Printable(marked)
		is.True(width(printed)-width(plain) < 0.01)
	}
}

func TestLinesEnd(t *testing.T) {
	is := is.New(t)
	lines := func(text string, most float64) (all []string) {
		for _, l := range NewSetter().Set(text, false).Lines(most) {
			all = append(all, l.Text)
		}
		return all
	}
	is.Equal(lines("Ada Lovelace", 5), []string{"Ada", "Lovelace"})
	is.Equal(lines("  Ada  ", 5), []string{"Ada"})
	is.Equal(lines("夏祭りの夜", 2.1), []string{"夏祭", "りの", "夜"})
	is.Equal(lines("여름 축제", 2.9), []string{"여름", "축제"}) // within words only where they are too long
	is.Equal(lines("여름축제", 2.9), []string{"여름축", "제"})
	is.Equal(lines("น้ำน้ำ", 0.1), []string{"น้ำ", "น้ำ"}) // never within what people see as one
	is.Equal(lines("", 5), nil)
	is.Equal(NewSetter().Cut("Ada Lovelace", false, 2.8).Text, "Ada…")
}

// Whatever people write: it is set in bounds, and no line is wider than it may be unless a single character is.
func TestHostileTextIsBounded(t *testing.T) {
	is := is.New(t)
	s := NewSetter()
	for name, text := range hostile() {
		printed, _ := Printable(text)
		is.True(len([]rune(printed)) <= MaxText)
		for _, line := range strings.Split(printed, "\n") {
			for _, l := range s.Set(line, true).Lines(20) {
				if l.Width > 20+rounding {
					t.Errorf("%s: a line of %.1f ems", name, l.Width)
				}
			}
		}
	}
	printed, _ := Printable("a" + strings.Repeat("\u0301", 100_000))
	is.Equal(len([]rune(printed)), 1+MaxMarks)
}

func hostile() map[string]string {
	return map[string]string{
		"marks":      "a" + strings.Repeat("\u0301", 100_000),
		"joiners":    "ع" + strings.Repeat("\u200d", 100_000),
		"overrides":  strings.Repeat("\u202eab\u2067", 50_000),
		"brackets":   strings.Repeat("(א[", 30_000) + strings.Repeat("])", 30_000),
		"one word":   strings.Repeat("ع", 100_000),
		"turns":      strings.Repeat("aא1", 30_000),
		"Thai":       strings.Repeat("น้ำ", 30_000),
		"broken":     strings.Repeat("\xed\xa0\x80\xff", 30_000),
		"emoji":      strings.Repeat("👩\u200d👩\u200d👧", 30_000),
		"conjuncts":  strings.Repeat("क्", 30_000),
		"signs only": strings.Repeat("\u0e34", 1000),
	}
}

func TestAnyTextIsSet(t *testing.T) {
	s := NewSetter()
	rapid.Check(t, func(t *rapid.T) {
		any := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom(nil, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari, unicode.Han, unicode.Mn, unicode.P, unicode.Nd)))
		check(t, s, any.Draw(t, "text"), rapid.Float64Range(0, 12).Draw(t, "width"))
	})
}

type failing interface {
	Fatalf(format string, args ...any)
}

// check sets a text, and tells whether all of it stands in lines that are not too wide.
func check(t failing, s *Setter, text string, most float64) {
	printed, _ := Printable(text)
	again, lost := Printable(printed)
	if norm.NFC.String(again) != norm.NFC.String(printed) || len(lost) > 0 {
		t.Fatalf("%q is printed as %q, and then as %q", text, printed, again)
	}
	for _, part := range strings.Split(printed, "\n") {
		said, set := "", s.Set(part, len(text)%2 == 1)
		for _, l := range set.Lines(most) {
			said += l.Text
			glyphs := ""
			for _, r := range l.Runs {
				for _, g := range r.Glyphs {
					glyphs += g.Text
				}
			}
			if len(glyphs) != len(l.Text) {
				t.Fatalf("%q is shown as %q", l.Text, glyphs)
			}
			if one := s.Set(l.Text, false); l.Width > most+rounding && one.after(0) < len(one.runes) {
				t.Fatalf("%q is %.2f ems wide of %.2f", l.Text, l.Width, most)
			}
		}
		if squeeze(said) != squeeze(part) {
			t.Fatalf("%q became %q", part, said)
		}
		s.Cut(part, false, most)
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

func FuzzText(f *testing.F) {
	for _, n := range names {
		f.Add(n.name, 3.0)
	}
	for _, text := range hostile() {
		f.Add(text[:100], 2.0)
	}
	s := NewSetter()
	f.Fuzz(func(t *testing.T, text string, most float64) { check(t, s, text, most) })
}

// Fonts are shared by all who set text at the same time.
func TestManySetAtOnce(t *testing.T) {
	is := is.New(t)
	var group sync.WaitGroup
	out := make([]string, 4)
	for i := range out {
		group.Go(func() {
			s := NewSetter()
			for _, n := range names {
				printed, _ := Printable(n.name)
				for _, l := range s.Set(printed, i%2 == 0).Lines(5) {
					out[i] += l.Text
				}
			}
		})
	}
	group.Wait()
	for _, text := range out[2:] {
		is.Equal(squeeze(text), squeeze(out[0]))
	}
}

// A picture has ink where the line is, and none where it is not.
func TestTextOnPictures(t *testing.T) {
	for _, text := range []string{"Ada", "علي", "小明", "é", "김"} {
		t.Run(text, func(t *testing.T) {
			is := is.New(t)
			m := image.NewNRGBA(image.Rect(0, 0, 200, 100))
			line := NewSetter().Set(text, true).Line()
			line.Draw(m, 20, 60, 40, color.Black)
			ink, outside := 0, 0
			for y := range 100 {
				for x := range 200 {
					if _, _, _, a := m.At(x, y).RGBA(); a > 0 {
						ink++
						if float64(x) < 12 || float64(x) > 28+40*line.Width || y < 5 || y > 90 {
							outside++
						}
					}
				}
			}
			is.True(ink > 100)
			is.Equal(outside, 0)
		})
	}
}

// A cut font has the glyphs that were asked for, and those of which they are made up.
func TestSubsets(t *testing.T) {
	for _, f := range families() {
		t.Run(f.name, func(t *testing.T) {
			is := is.New(t)
			face := f.cuts[regular]()
			glyphs := []uint16{0}
			for r := f.blocks[0]; len(glyphs) < 40 && r <= f.blocks[len(f.blocks)-1]; r++ {
				if g := face.glyph(r); g != 0 {
					glyphs = append(glyphs, g)
				}
			}
			cut := newFace(f, "cut", append(face.Subset(glyphs), 0))
			for i, g := range glyphs {
				is.Equal(cut.width(uint16(i)), face.width(g))
				is.Equal(drawn(cut, uint16(i)), drawn(face, g))
			}
		})
	}
}

// drawn is what a glyph looks like.
func drawn(f *Face, glyph uint16) string {
	m := image.NewAlpha(image.Rect(0, 0, 60, 60))
	l := Line{Width: 1, Runs: []Run{{Face: f, Glyphs: []Glyph{{ID: glyph, Advance: 1}}}}}
	l.Draw(m, 10, 40, 30, color.Black)
	return fmt.Sprint(m.Pix)
}
