package paper

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	_ "image/png" // pages are rendered as PNG
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
	gzaztec "github.com/makiuchi-d/gozxing/aztec"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"
	"github.com/matryer/is"
)

// resolution is that of a cheap scanner, in dots per inch.
const resolution = "150"

// partner runs a program of others; a test that needs one that is not here is skipped.
func partner(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not installed")
	}
	out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// names are of people, in the scripts that are printed.
var names = []string{
	"Фёдор Достоевский", "Nguyễn Thị Hồng Hạnh", "דוד בן־גוריון", "محمد علي", "نور الدین", "გიორგი მაისურაძე", "สมชาย ใจดี", "Արամ Խաչատրյան", "प्रिया शर्मा",
	"রবীন্দ্রনাথ ঠাকুর", "தமிழ்ச்செல்வி", "አበበ ቢቂላ", "សុខា", "朱镕基", "陳奕迅", "渡辺 さくら", "김민준", "Ali 123 علي",
}

// printed is a document, what its pages must say, and the codes on them.
type printed struct {
	must  string
	kind  Kind
	codes []string
	names []string
	write func(io.Writer) error
}

func printouts(t *testing.T) (all []printed) {
	p := NewPrinter()
	names := append([]string{"Žofie Müller", "Παπαδοπούλου", "José Ñandú", "Łukasz Święch", "Ada"}, names...)
	for _, f := range Formats {
		for _, k := range []Kind{QR, Aztec, Code128} {
			for _, gift := range []string{"", "50,00 €"} {
				names := names
				if k != QR {
					names = names[:2]
				}
				if k != QR && gift != "" {
					continue
				}
				d := sample(f, k)
				d.Tickets[0].Picture = picture(800, 400)
				one, codes := d.Tickets[0], []string{}
				d.Tickets = nil
				for i, name := range names {
					one.Holder, one.Voucher = name, gift
					one.Barcode = fmt.Sprintf("9F3K7QWXA2M%d", i)
					d.Tickets, codes = append(d.Tickets, one), append(codes, one.Barcode)
				}
				must := string(f) + " " + string(k)
				if gift != "" {
					must += " gift voucher"
				}
				all = append(all, printed{must, k, codes, names, func(w io.Writer) error { _, err := p.Write(t.Context(), w, d); return err }})
			}
		}
	}
	cover := &Cover{
		Language: "en", Issuer: sample(A4, QR).Issuer, To: "Žofie Müller-Παπαδοπούλου\n1 Quay\n20457 Hamburg", Reference: "K7QF93XM", Date: "4 July 2026",
		Lines: []CoverLine{{Quantity: 2, What: "Weekend ticket", Where: "Night of Songs", Amount: "€85.00"}}, Total: "€85.00", Made: time.Unix(1782900000, 0),
	}
	return append(all, printed{"cover sheet", QR, nil, []string{"Žofie Müller-Παπαδοπούλου", "Weekend ticket"}, func(w io.Writer) error {
		_, err := p.WriteCover(t.Context(), w, cover)
		return err
	}})
}

// TestPagesAreReadByOthers: each code on each page is read from a picture of 150 dpi, every
// name is found, and the files are sound.
func TestPagesAreReadByOthers(t *testing.T) {
	if os.Getenv("MARQUEE_TEST_PAPER") == "" {
		t.Skip("set MARQUEE_TEST_PAPER to have printed pages read by the programs of others: make test-paper")
	}
	for _, c := range printouts(t) {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			dir := t.TempDir()
			file := filepath.Join(dir, "a.pdf")
			var b bytes.Buffer
			is.NoErr(c.write(&b))
			is.NoErr(os.WriteFile(file, b.Bytes(), 0o600))
			t.Run("qpdf", func(t *testing.T) { partner(t, "qpdf", "--check", file) })
			t.Run("pdftotext", func(t *testing.T) {
				text := asWritten(partner(t, "pdftotext", "-layout", file, "-"))
				for _, name := range c.names {
					if !strings.Contains(text, asWritten(name)) {
						t.Errorf("there is no %q", name)
					}
				}
			})
			if len(c.codes) == 0 {
				return
			}
			var pages []string
			t.Run("pdftoppm", func(t *testing.T) { pages = rendered(t, file, dir, len(c.codes)) })
			t.Run("zxing", func(t *testing.T) {
				wantPages(t, pages)
				for i, page := range pages {
					if got := readPage(t, page, c.kind); got != c.codes[i] {
						t.Errorf("page %d reads %q, want %q", i+1, got, c.codes[i])
					}
				}
			})
			t.Run("zbar", func(t *testing.T) {
				if c.kind == Aztec {
					t.Skip("zbarimg reads no Aztec codes")
				}
				wantPages(t, pages)
				for i, page := range pages {
					got := strings.TrimSpace(partner(t, "zbarimg", "-q", "--raw", page))
					if !strings.Contains(got, c.codes[i]) {
						t.Errorf("page %d reads %q, want %q", i+1, got, c.codes[i])
					}
				}
			})
		})
	}
}

// asWritten is a text without its spaces, and without the marks of direction that the reader of pages puts beside words.
func asWritten(text string) string {
	return strings.NewReplacer(" ", "", "\n", "", "\u202a", "", "\u202b", "", "\u202c", "").Replace(text)
}

func wantPages(t *testing.T, pages []string) {
	t.Helper()
	if len(pages) == 0 {
		t.Skip("no page was rendered")
	}
}

// rendered are the pages of a file as pictures.
func rendered(t *testing.T, file, dir string, want int) []string {
	t.Helper()
	partner(t, "pdftoppm", "-r", resolution, "-png", file, filepath.Join(dir, "page"))
	pages, err := filepath.Glob(filepath.Join(dir, "page*.png"))
	if err != nil || len(pages) != want {
		t.Fatalf("%d pages, want %d: %v", len(pages), want, err)
	}
	return pages
}

// readPage finds the code somewhere on a page.
func readPage(t *testing.T, page string, k Kind) string {
	t.Helper()
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	readers := map[Kind]gozxing.Reader{QR: qrcode.NewQRCodeReader(), Aztec: gzaztec.NewAztecReader(), Code128: oned.NewCode128Reader()}
	for _, view := range aimed(m, k) {
		bitmap, err := gozxing.NewBinaryBitmapFromImage(view)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readers[k].Decode(bitmap, map[gozxing.DecodeHintType]interface{}{gozxing.DecodeHintType_TRY_HARDER: true})
		if err == nil {
			return got.GetText()
		}
	}
	return ""
}

// aimed are the views of a page in which a code is looked for: the whole page, or for Aztec,
// which is looked for in the middle of a view, one window after the other.
func aimed(m image.Image, k Kind) (all []image.Image) {
	if k != Aztec {
		return []image.Image{m}
	}
	const side, step = 400, 50 // dots
	b, cut := m.Bounds(), m.(interface {
		SubImage(image.Rectangle) image.Image
	})
	for y := b.Min.Y; y+side/2 <= b.Max.Y; y += step {
		for x := b.Min.X; x+side/2 <= b.Max.X; x += step {
			all = append(all, flat(cut.SubImage(image.Rect(x, y, x+side, y+side).Intersect(b))))
		}
	}
	return all
}

// flat is a picture whose corner is its origin.
func flat(m image.Image) image.Image {
	out := image.NewGray(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Src)
	return out
}
