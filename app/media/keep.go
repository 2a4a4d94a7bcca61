package media

import (
	"image"
	"image/draw"
)

// Keep says which part of a picture is kept where it has other proportions than its place.
type Keep string

// The parts. Whole keeps all of it, as it is.
const (
	Whole      Keep = ""
	KeepMiddle Keep = "middle"
	KeepStart  Keep = "start" // the top or the left
	KeepEnd    Keep = "end"   // the bottom or the right
)

// Keeps are those that cut.
var Keeps = []string{string(KeepMiddle), string(KeepStart), string(KeepEnd)}

// cut is the size of a place whose pictures are cut: what pages and those who share them show.
func (p Place) cut() image.Point {
	if p == Meta {
		return image.Pt(1200, 630)
	}
	return p.bounds()
}

// cover is the size of a picture that leaves nothing of a place free, with its proportions, and
// is no larger than it was.
func cover(size, place image.Point) image.Point {
	if size.X <= place.X || size.Y <= place.Y {
		return size
	}
	if size.X*place.Y > size.Y*place.X {
		return image.Pt(size.X*place.Y/size.Y, place.Y)
	}
	return image.Pt(place.X, size.Y*place.X/size.X)
}

// of is the part of a picture with the proportions of a place.
func (k Keep) of(pixels *image.NRGBA, place image.Point) *image.NRGBA {
	part := middle(pixels.Bounds(), place)
	switch k {
	case KeepStart:
		part = part.Sub(part.Min).Add(pixels.Bounds().Min)
	case KeepEnd:
		part = part.Add(pixels.Bounds().Max.Sub(part.Max))
	}
	out := image.NewNRGBA(image.Rectangle{Max: part.Size()})
	draw.Draw(out, out.Bounds(), pixels, part.Min, draw.Src)
	return out
}
