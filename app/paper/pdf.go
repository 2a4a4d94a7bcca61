package paper

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256" // tells files apart, and keeps nothing secret
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"
)

// pdf is a file that is being written: objects one after the other, found by their numbers through the table at its end. The same
// calls give the same bytes.
type pdf struct {
	out bytes.Buffer
	at  []int // where each object begins; the first is none
	// squeeze is made once: it takes more than a megabyte.
	squeeze *zlib.Writer
	packed  bytes.Buffer
	// content is that of the page that is drawn, which is so high, in points.
	content bytes.Buffer
	size    [2]float64
	pages   []int
	fonts   []*fontUse
	images  []string // their objects are named after their places
	shown   map[string]figure
	// extra are entries of the catalog.
	extra string
}

// The objects that others name.
const (
	catalogObject = iota + 1
	pagesObject
	resourcesObject
	infoObject
)

// perMM is how many points a millimetre has.
const perMM = 1 / mmPerPt

func newPDF() *pdf {
	p := &pdf{at: make([]int, infoObject+1), shown: map[string]figure{}}
	p.squeeze, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed) // a level that exists
	p.out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	return p
}

// reserve is the number of an object that is written later.
func (p *pdf) reserve() int {
	p.at = append(p.at, 0)
	return len(p.at) - 1
}

// object writes one, and returns its number.
func (p *pdf) object(body string) int {
	n := p.reserve()
	p.put(n, body)
	return n
}

func (p *pdf) put(n int, body string) {
	p.at[n] = p.out.Len()
	fmt.Fprintf(&p.out, "%d 0 obj\n%s\nendobj\n", n, body)
}

// stream writes an object with content, which is packed.
func (p *pdf) stream(entries string, content []byte) int {
	p.packed.Reset()
	p.squeeze.Reset(&p.packed)
	_, _ = p.squeeze.Write(content) // into memory
	_ = p.squeeze.Close()
	return p.raw(entries+" /Filter /FlateDecode", p.packed.Bytes())
}

// raw writes an object with content as it is.
func (p *pdf) raw(entries string, content []byte) int {
	n := p.reserve()
	p.at[n] = p.out.Len()
	fmt.Fprintf(&p.out, "%d 0 obj\n<< %s /Length %d >>\nstream\n", n, entries, len(content))
	p.out.Write(content)
	p.out.WriteString("\nendstream\nendobj\n")
	return n
}

// page begins a page, in millimetres.
func (p *pdf) page(w, h float64) {
	p.endPage()
	p.size = [2]float64{w * perMM, h * perMM}
}

func (p *pdf) endPage() {
	if p.size[1] == 0 {
		return
	}
	content := p.stream("", p.content.Bytes())
	p.pages = append(p.pages, p.object(fmt.Sprintf("<< /Type /Page\n/Parent %d 0 R /Resources %d 0 R /MediaBox [0 0 %s %s] /Contents %d 0 R >>",
		pagesObject, resourcesObject, number(p.size[0]), number(p.size[1]), content)))
	p.content.Reset()
}

// draw adds to the page.
func (p *pdf) draw(format string, values ...any) {
	fmt.Fprintf(&p.content, format, values...)
	p.content.WriteByte('\n')
}

// x and y are where something is on the page, from millimetres from its top left.
func (p *pdf) x(x float64) string { return number(x * perMM) }
func (p *pdf) y(y float64) string { return number(p.size[1] - y*perMM) }

// number writes one as short as it may be.
func number(v float64) string {
	b := strconv.AppendFloat(make([]byte, 0, 12), v, 'f', 3, 64)
	b = bytes.TrimRight(b, "0")
	b = bytes.TrimSuffix(b, []byte("."))
	if s := string(b); s != "-0" {
		return s
	}
	return "0"
}

// pdfText is a string for people.
func pdfText(s string) string {
	var out bytes.Buffer
	out.WriteString("<FEFF")
	hexOf(&out, s)
	out.WriteByte('>')
	return out.String()
}

// hexOf writes a text in the digits of UTF-16.
func hexOf(out *bytes.Buffer, s string) {
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(out, "%04X", u)
	}
}

// about is what a file says of itself.
type about struct {
	title, author, language string
	made                    time.Time
}

// end writes what is left, and returns the whole file.
func (p *pdf) end(a about) []byte {
	p.endPage()
	var fonts, images, kids bytes.Buffer
	for i, f := range p.fonts {
		fmt.Fprintf(&fonts, "/F%d %d 0 R ", i, f.write(p))
	}
	for i, object := range p.images {
		fmt.Fprintf(&images, "/I%d %s ", i, object)
	}
	for _, n := range p.pages {
		fmt.Fprintf(&kids, "%d 0 R ", n)
	}
	p.put(resourcesObject, fmt.Sprintf("<< /Font << %s>> /XObject << %s>> >>", fonts.String(), images.String()))
	p.put(pagesObject, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(p.pages), kids.String()))
	date := a.made.UTC().Format("20060102150405Z")
	p.put(infoObject, fmt.Sprintf("<< /Title %s /Author %s /Producer %s /CreationDate (D:%s) /ModDate (D:%[4]s) >>", pdfText(a.title), pdfText(a.author), pdfText("Marquee"), date))
	p.put(catalogObject, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R /Lang %s %s>>", pagesObject, pdfText(a.language), p.extra))
	begin, id := p.out.Len(), fmt.Sprintf("%x", sha256.Sum256(p.out.Bytes()))[:32]
	fmt.Fprintf(&p.out, "xref\n0 %d\n0000000000 65535 f \n", len(p.at))
	for _, at := range p.at[1:] {
		fmt.Fprintf(&p.out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&p.out, "trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%s> <%[4]s>] >>\nstartxref\n%d\n%%%%EOF\n", len(p.at), catalogObject, infoObject, id, begin)
	return slices.Clip(p.out.Bytes())
}
