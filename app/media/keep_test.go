package media

import (
	"image"
	"image/color"
	"testing"

	"github.com/matryer/is"
)

func TestWhatIsKeptOfAPicture(t *testing.T) {
	// Ten pixels across, each of another red, and twenty down.
	m := image.NewNRGBA(image.Rect(0, 0, 10, 20))
	for y := range 20 {
		for x := range 10 {
			m.Set(x, y, color.NRGBA{uint8(10 * x), uint8(10 * y), 0, 255})
		}
	}
	for _, tt := range []struct {
		must  string
		keep  Keep
		place image.Point
		size  image.Point
		first color.NRGBA
	}{
		{"keep the middle", KeepMiddle, image.Pt(10, 10), image.Pt(10, 10), color.NRGBA{0, 50, 0, 255}},
		{"keep the top", KeepStart, image.Pt(16, 9), image.Pt(10, 5), color.NRGBA{0, 0, 0, 255}},
		{"keep the bottom", KeepEnd, image.Pt(16, 9), image.Pt(10, 5), color.NRGBA{0, 150, 0, 255}},
		{"keep the right", KeepEnd, image.Pt(1, 4), image.Pt(5, 20), color.NRGBA{50, 0, 0, 255}},
	} {
		t.Run(tt.must, func(t *testing.T) {
			is := is.New(t)
			got := tt.keep.of(m, tt.place)
			is.Equal(got.Bounds().Size(), tt.size)
			is.Equal(got.NRGBAAt(0, 0), tt.first)
		})
	}
	is := is.New(t)
	is.Equal(cover(image.Pt(3000, 4000), image.Pt(1920, 1080)), image.Pt(1920, 2560))
	is.Equal(cover(image.Pt(4000, 1000), image.Pt(640, 640)), image.Pt(2560, 640))
	is.Equal(cover(image.Pt(300, 4000), image.Pt(640, 640)), image.Pt(300, 4000)) // never larger than it was
}
