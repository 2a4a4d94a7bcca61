package passes

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"

	"marquee/app"
	"marquee/app/media"
)

// The sizes of a pass in points, at which a simple screen has a pixel.
var (
	iconSize  = 29
	stripSize = image.Pt(375, 98)
	logoSize  = image.Pt(160, 50) // the largest
)

// mostPictures is how many pictures are kept ready.
const mostPictures = 32

// pictures are those of events and companies in the sizes of passes, by the hash of the picture.
type pictures struct {
	mu    sync.Mutex
	ready map[string][]part
}

// strip is the picture of an event, and logo that of a company as a whole.
func strip(ctx context.Context, a *app.App, stored []byte) ([]part, error) {
	all, err := media.Crops(ctx, a, stored, stripSize, stripSize.Mul(2))
	return named("strip", all), err
}

func logo(ctx context.Context, a *app.App, stored []byte) ([]part, error) {
	all, err := media.Fitted(ctx, a, stored, logoSize, logoSize.Mul(2), logoSize.Mul(3))
	return named("logo", all), err
}

// named are pictures for screens with one, two and three pixels a point.
func named(name string, all [][]byte) (parts []part) {
	for i, b := range all {
		parts = append(parts, part{name + []string{"", "@2x", "@3x"}[i] + ".png", b})
	}
	return parts
}

// of is a picture in its sizes; one that cannot be read is left out, because a ticket
// without it is still a ticket.
func (s *pictures) of(ctx context.Context, a *app.App, company int64, m *media.Image, draw func(context.Context, *app.App, []byte) ([]part, error)) []part {
	if m == nil {
		return nil
	}
	s.mu.Lock()
	parts, ok := s.ready[m.Hash]
	s.mu.Unlock()
	if ok {
		return parts
	}
	f, err := media.Open(ctx, a, company, m.FileID, m.Hash)
	if err != nil {
		return nil
	}
	if parts, err = draw(ctx, a, f.Bytes); err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready == nil || len(s.ready) >= mostPictures {
		s.ready = map[string][]part{}
	}
	s.ready[m.Hash] = parts
	return parts
}

// icons show a ticket in the colours of the company.
func icons(background, text [3]uint8) ([]part, error) {
	var parts []part
	for scale, name := range []string{"icon.png", "icon@2x.png", "icon@3x.png"} {
		var b bytes.Buffer
		if err := png.Encode(&b, icon(iconSize*(scale+1), opaque(background), opaque(text))); err != nil {
			return nil, err
		}
		parts = append(parts, part{name, b.Bytes()})
	}
	return parts, nil
}

func opaque(c [3]uint8) color.NRGBA { return color.NRGBA{c[0], c[1], c[2], 255} }

// icon draws a ticket with a bite out of its left and right side.
func icon(side int, ground, ticket color.NRGBA) image.Image {
	out := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{ground, ticket})
	s := float64(side)
	for y := range side {
		for x := range side {
			u, v := (float64(x)+0.5)/s, (float64(y)+0.5)/s
			inside := u > 0.14 && u < 0.86 && v > 0.28 && v < 0.72
			bitten := math.Hypot(u-0.14, v-0.5) < 0.09 || math.Hypot(u-0.86, v-0.5) < 0.09
			torn := math.Abs(u-0.62) < 0.02 && int(v*16)%2 == 0
			if inside && !bitten && !torn {
				out.SetColorIndex(x, y, 1)
			}
		}
	}
	return out
}
