package paper

import (
	"image"
	"image/color"
	"strings"
	"testing"

	// Reads what we draw; in tests alone.
	"github.com/makiuchi-d/gozxing"
	gzaztec "github.com/makiuchi-d/gozxing/aztec"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/matryer/is"
	"pgregory.net/rapid"
	"rsc.io/qr/coding"
)

// pixels draws a symbol from its rectangles, four pixels a module.
func pixels(s *Symbol) image.Image {
	const unit, bars = 4, 40
	high := (s.Height + 2*s.Quiet) * unit
	if s.Linear() {
		high = bars
	}
	m := image.NewGray(image.Rect(0, 0, (s.Width+2*s.Quiet)*unit, high))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for _, r := range s.Rects() {
		top, bottom := (s.Quiet+r.Y)*unit, (s.Quiet+r.Y+r.H)*unit
		if s.Linear() {
			top, bottom = 0, bars
		}
		for y := top; y < bottom; y++ {
			for x := (s.Quiet + r.X) * unit; x < (s.Quiet+r.X+r.W)*unit; x++ {
				m.SetGray(x, y, color.Gray{})
			}
		}
	}
	return m
}

func readBack(t rapid.TB, s *Symbol) string {
	bitmap, err := gozxing.NewBinaryBitmapFromImage(pixels(s))
	if err != nil {
		t.Fatal(err)
	}
	readers := map[Kind]gozxing.Reader{QR: qrcode.NewQRCodeReader(), Aztec: gzaztec.NewAztecReader(), Code128: oned.NewCode128Reader()}
	got, err := readers[s.Kind].Decode(bitmap, map[gozxing.DecodeHintType]interface{}{gozxing.DecodeHintType_PURE_BARCODE: s.Kind == QR})
	if err != nil {
		t.Fatalf("%s is not read: %v", s.Kind, err)
	}
	return got.GetText()
}

// Whatever a barcode says, another program reads it from the rectangles that are
// printed.
func TestSymbolsAreReadByOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]Kind{QR, Aztec, Code128}).Draw(t, "kind")
		text := rapid.StringMatching(`[0-9]{6,30}|[A-Z0-9]{8,24}|[ -~]{4,40}`).Draw(t, "text")
		s, err := NewPrinter().Symbol(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := readBack(t, s); got != text {
			t.Fatalf("%s of %q reads %q", kind, text, got)
		}
	})
}

func TestRectanglesCoverEachBlackModuleOnce(t *testing.T) {
	is := is.New(t)
	s, err := NewPrinter().Symbol(QR, "https://example.org/a/rather/long/text?with=parameters")
	is.NoErr(err)
	seen := make([]int, len(s.dark))
	for _, r := range s.Rects() {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				seen[y*s.Width+x]++
			}
		}
	}
	for i, n := range seen {
		is.Equal(n == 1, s.dark[i])
		is.True(n <= 1)
	}
}

// A code with a broad white area is penalised: mask 0 is not taken when another is
// better, and the chosen one is the least of all eight.
func TestTheMaskIsTheBestOfEight(t *testing.T) {
	is := is.New(t)
	chosen := map[coding.Mask]int{}
	for _, text := range []string{"9F3K7QWXA2MB", "000000000000000", "AAAAAAAAAAAA", "T-1", "9876543210", "lower case", "MQ7J2K9DD3"} {
		s, err := NewPrinter().qr(text)
		is.NoErr(err)
		least, at := 1<<30, coding.Mask(-1)
		for m := range coding.Mask(8) {
			plan, err := NewPrinter().qrPlan(1, m)
			is.NoErr(err)
			code, err := plan.Encode(qrEncoding(text))
			is.NoErr(err)
			if p := qrPenalty(code); p < least {
				least, at = p, m
			}
		}
		plan, err := NewPrinter().qrPlan(1, at)
		is.NoErr(err)
		want, err := plan.Encode(qrEncoding(text))
		is.NoErr(err)
		for y := range want.Size {
			for x := range want.Size {
				is.Equal(s.Dark(x, y), want.Black(x, y))
			}
		}
		chosen[at]++
	}
	is.True(len(chosen) > 1) // not always the same
}

// The penalties of the standard, by hand.
func TestPenalties(t *testing.T) {
	line := func(s string) (out []bool) {
		for _, c := range s {
			out = append(out, c == '#')
		}
		return out
	}
	for _, tc := range []struct {
		line    string
		runs    int
		finders int
	}{
		{"#.#.#.#", 0, 0},
		{"#####..", 3, 0},
		{"######.", 4, 0},
		{".....###", 3, 0},
		{"#######.....", 5 + 3, 0},
		{"#.###.#....", 0, 40},
		{"....#.###.#", 0, 40},
		{"....#.###.#....", 0, 80},
		{"...#.###.#...", 0, 0},
	} {
		t.Run(tc.line, func(t *testing.T) {
			is := is.New(t)
			is.Equal(qrRuns(line(tc.line)), tc.runs)
			is.Equal(qrFinders(line(tc.line)), tc.finders)
		})
	}
	is := is.New(t)
	is.Equal(qrBlocks([][]bool{line("##."), line("##."), line(".##")}), 3)
}

func TestSymbolsRefuse(t *testing.T) {
	is := is.New(t)
	for _, bad := range []struct {
		kind Kind
		text string
	}{{QR, ""}, {QR, string(make([]byte, MaxBarcode+1))}, {"pdf417", "x"}, {Code128, "grüße"}} {
		_, err := NewPrinter().Symbol(bad.kind, bad.text)
		is.True(err != nil)
	}
}

func FuzzSymbol(f *testing.F) {
	f.Add("qr", "9F3K7QWXA2MB")
	f.Add("aztec", "\x00\xff")
	f.Add("code128", "ABC-123")
	f.Fuzz(func(t *testing.T, kind, text string) {
		s, err := NewPrinter().Symbol(Kind(kind), text)
		if err == nil && (s.Width == 0 || len(s.Rects()) == 0) {
			t.Fatalf("%s of %q is empty", kind, text)
		}
	})
}

func BenchmarkQR(b *testing.B) {
	p := NewPrinter()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.qr("9F3K7QWXA2MB"); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSignedCodesFitOnPaper: a signed code of a large box office is a QR code of version 7,
// 45 modules wide, at the medium level of correction. In the 50 mm that a roll gives it each
// module, with the margin, is 0.9 mm.
func TestSignedCodesFitOnPaper(t *testing.T) {
	is := is.New(t)
	s, err := NewPrinter().Symbol(QR, "S:"+strings.Repeat("Z", 170))
	is.NoErr(err)
	is.Equal(s.Width, 45)
}
