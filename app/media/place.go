package media

import (
	"image"
	"slices"
)

// Place is where a picture is shown.
type Place string

// The places.
const (
	Header    Place = "header"    // across the page of an event
	Thumbnail Place = "thumbnail" // in lists
	Meta      Place = "meta"      // where the page is shared
	Logo      Place = "logo"      // where a company has its name; an event has none
)

// Places are those of events, and CompanyPlaces those of companies.
var (
	Places        = []string{string(Header), string(Thumbnail), string(Meta)}
	CompanyPlaces = append(slices.Clone(Places), string(Logo))
)

// bounds are the largest width and height of a picture in a place, in pixels.
func (p Place) bounds() image.Point {
	switch p {
	case Header:
		return image.Pt(1920, 1080)
	case Thumbnail:
		return image.Pt(640, 640)
	case Logo:
		return image.Pt(560, 160)
	}
	return image.Pt(1200, 1200)
}

// fit is the size of a picture that is no larger than its place, with its proportions.
func fit(size, most image.Point) image.Point {
	if size.X <= most.X && size.Y <= most.Y {
		return size
	}
	if size.X*most.Y > size.Y*most.X {
		return image.Pt(most.X, max(1, size.Y*most.X/size.X))
	}
	return image.Pt(max(1, size.X*most.Y/size.Y), most.Y)
}

// mostPNG is up to which size, in bytes, a picture in a place is kept as PNG, and anyPNG tells
// that it need not be transparent for that: letters have sharp edges.
func (p Place) mostPNG() (most int, anyPNG bool) {
	if p == Logo {
		return maxSharp, true
	}
	return maxStored, false
}
