package media

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"
	"pgregory.net/rapid"

	"marquee/app"
	"marquee/kv/mem"
)

// box is a box office without a store: pictures are made without one.
var box = app.New(mem.New(mem.Options{}), &app.Definition{}, app.Options{})

// quartered is a picture with a colour in each corner.
func quartered(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, corners[2*(2*y/h)+2*x/w])
		}
	}
	return m
}

var corners = []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}

// cornersOf tells which colours are in the corners, row by row.
func cornersOf(m image.Image) (out []int) {
	b := m.Bounds()
	for _, at := range []image.Point{{b.Min.X, b.Min.Y}, {b.Max.X - 1, b.Min.Y}, {b.Min.X, b.Max.Y - 1}, {b.Max.X - 1, b.Max.Y - 1}} {
		c := color.NRGBAModel.Convert(m.At(at.X, at.Y)).(color.NRGBA)
		out = append(out, slices.IndexFunc(corners, func(k color.NRGBA) bool {
			near := func(a, b uint8) bool { return max(a, b)-min(a, b) < 40 }
			return near(k.R, c.R) && near(k.G, c.G) && near(k.B, c.B)
		}))
	}
	return out
}

func asJPEG(t testing.TB, m image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// noted is a JPEG in which a camera noted an orientation, and more.
func noted(picture []byte, order binary.AppendByteOrder, orientation uint16, more string) []byte {
	tiff := []byte("MM\x00\x2a")
	if order.String() == binary.LittleEndian.String() {
		tiff = []byte("II\x2a\x00")
	}
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, entry := range [][2]uint16{{0x10f, 1}, {0x112, orientation}} {
		tiff = order.AppendUint16(order.AppendUint16(tiff, entry[0]), 3)
		tiff = order.AppendUint16(order.AppendUint16(order.AppendUint32(tiff, 1), entry[1]), 0)
	}
	part := append(append([]byte("Exif\x00\x00"), tiff...), more...)
	head := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(part)+2))...)
	return slices.Concat(head, part, picture[2:])
}

func decoded(t testing.TB, p Picture) image.Image {
	m, _, err := image.Decode(bytes.NewReader(p.Bytes))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestUpright turns the eight orientations that a camera notes, by the corners that the
// first row and the first column of the stored picture are seen in.
func TestUpright(t *testing.T) {
	want := map[uint16][]int{1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1}, 5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2}}
	for n, corners := range want {
		for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
			is := is.New(t)
			p, err := Prepare(t.Context(), box, CompanyPlaces, Header, noted(asJPEG(t, quartered(64, 32)), order, n, ""))
			is.NoErr(err)
			is.Equal(cornersOf(decoded(t, p)), corners) // n
			w, h := int64(64), int64(32)
			if n >= 5 {
				w, h = h, w
			}
			is.Equal([]int64{p.Width, p.Height}, []int64{w, h})
		}
	}
}

func TestPrepare(t *testing.T) {
	var opaque, clear bytes.Buffer
	seeThrough := quartered(40, 40)
	seeThrough.SetNRGBA(0, 0, color.NRGBA{})
	_, _ = png.Encode(&opaque, quartered(3000, 1500)), png.Encode(&clear, seeThrough)
	tiny, _ := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	for _, c := range []struct {
		name  string
		place Place
		sent  []byte
		mime  string
		w, h  int64
	}{
		{"a large PNG is scaled to its place", Header, opaque.Bytes(), "image/jpeg", 1920, 960},
		{"and to a smaller one", Thumbnail, opaque.Bytes(), "image/jpeg", 640, 320},
		{"a small picture keeps its size", Meta, asJPEG(t, quartered(50, 20)), "image/jpeg", 50, 20},
		{"what is transparent stays so", Meta, clear.Bytes(), "image/png", 40, 40},
		{"a WebP is read", Thumbnail, tiny, "image/jpeg", 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			p, err := Prepare(t.Context(), box, CompanyPlaces, c.place, c.sent)
			is.NoErr(err)
			is.Equal([]any{p.MIME, p.Width, p.Height}, []any{c.mime, c.w, c.h})
			is.Equal(decoded(t, p).Bounds().Size(), image.Pt(int(c.w), int(c.h)))
		})
	}
	t.Run("nothing that the file carried beside its pixels is stored", func(t *testing.T) {
		is := is.New(t)
		p, err := Prepare(t.Context(), box, CompanyPlaces, Header, noted(asJPEG(t, quartered(20, 20)), binary.BigEndian, 1, "N 53.5511 E 9.9937"))
		is.NoErr(err)
		is.True(!bytes.Contains(p.Bytes, []byte("53.5511")) && !bytes.Contains(p.Bytes, []byte("Exif")))
	})
	t.Run("noise, which no codec makes small, fits a record or is refused", func(t *testing.T) {
		is := is.New(t)
		noise := image.NewNRGBA(image.Rect(0, 0, 1920, 1080))
		for i := range noise.Pix {
			noise.Pix[i] = uint8(rand.Uint32())
		}
		_, err := encode(Header, Whole, noise, turn{})
		is.Equal(app.KindOf(err), app.Invalid)
		_, err = encode(Thumbnail, Whole, noise, turn{})
		is.NoErr(err)
	})
}

// bomb is a PNG that says it has so many pixels and has none.
func bomb(w, h uint32) []byte { return bombOf(w, h, 8) }

func bombOf(w, h uint32, depth byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), w), h)
	head = append(head, depth, 6, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	return binary.BigEndian.AppendUint32(append(b, head...), crc32.ChecksumIEEE(head))
}

// progressive is the head of a JPEG that comes in several passes, behind a comment.
func progressive(w, h uint16) []byte {
	b := []byte{0xff, 0xd8, 0xff, 0xe0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xfe, 0, 4, 'h', 'i', 0xff, 0xc2, 0, 17, 8}
	b = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(b, h), w)
	return append(b, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1)
}

func TestBadPictures(t *testing.T) {
	for _, c := range []struct {
		name string
		sent []byte
		says string
	}{
		{"nothing", nil, "is required"},
		{"a text", []byte("hello"), "must be a PNG"},
		{"a page that would run scripts", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "is an SVG"},
		{"a GIF", []byte("GIF89a\x01\x00\x01\x00"), "must be a PNG"},
		{"a file that is too large", make([]byte, MaxSent+1), "larger than"},
		{"more pixels than are decoded", bomb(8000, 8000), "at most 40 million"},
		{"a picture as long as a street", bomb(30_000, 1), "at most 40 million"},
		{"one with 16 bits for each colour", bombOf(5000, 5000, 16), "of this kind at most 16 million"},
		{"one that needs more than there is at all", bomb(8000, 5000), "has 8000 × 5000 pixels; of a picture of this kind at most 33 million"},
		{"one that comes in passes", progressive(5000, 3000), "of this kind at most 13 million"},
		{"a head of passes", progressive(3000, 3000), "damaged"},
		{"one that breaks off", asJPEG(t, quartered(100, 100))[:300], "damaged"},
		{"a head alone", bomb(10, 10), "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Prepare(t.Context(), box, CompanyPlaces, Header, c.sent)
			if err == nil || app.KindOf(err) != app.Invalid || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestUnknownPlace(t *testing.T) {
	_, err := Prepare(t.Context(), box, CompanyPlaces, "ceiling", asJPEG(t, quartered(8, 8)))
	is.New(t).True(err != nil && app.KindOf(err) == app.Invalid)
	_, err = Prepare(t.Context(), box, Places, Logo, asJPEG(t, quartered(8, 8)))
	is.New(t).True(err != nil && app.KindOf(err) == app.Invalid) // an event has no logo
}

func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := image.Pt(rapid.IntRange(1, maxSide).Draw(t, "width"), rapid.IntRange(1, maxSide).Draw(t, "height"))
		most := Place(rapid.SampledFrom(CompanyPlaces).Draw(t, "place")).bounds()
		got := fit(size, most)
		if got.X < 1 || got.Y < 1 || got.X > min(size.X, most.X) || got.Y > min(size.Y, most.Y) {
			t.Fatalf("%v of %v in %v", got, size, most)
		}
	})
}

func FuzzPrepare(f *testing.F) {
	f.Add(asJPEG(f, quartered(8, 8)))
	f.Add(noted(asJPEG(f, quartered(8, 8)), binary.LittleEndian, 6, "x"))
	f.Add(bomb(2, 2))
	f.Fuzz(func(t *testing.T, sent []byte) {
		p, err := Prepare(t.Context(), box, CompanyPlaces, Thumbnail, sent)
		if err == nil {
			decoded(t, p)
		} else if app.KindOf(err) != app.Invalid {
			t.Fatal(err)
		}
	})
}
