package paper

import (
	"fmt"
	"image/color"

	// All of Aztec and Code 128 in one library without cgo that is kept up.
	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/aztec"
	"github.com/boombuler/barcode/code128"
)

// Kind is how a barcode is drawn.
type Kind string

// The kinds. An empty one is QR.
const (
	QR      Kind = "qr"
	Aztec   Kind = "aztec"
	Code128 Kind = "code128"
)

// Symbol is a barcode as black and white modules. A linear one has a height of 1.
type Symbol struct {
	Kind          Kind
	Width, Height int
	// Quiet is the width of the white margin, in modules.
	Quiet int
	dark  []bool
}

// Symbol draws a text.
func (p *Printer) Symbol(k Kind, text string) (*Symbol, error) {
	if text == "" || len(text) > MaxBarcode {
		return nil, fmt.Errorf("paper: a barcode of %d bytes, want 1 to %d", len(text), MaxBarcode)
	}
	switch k {
	case QR, "":
		return p.qr(text)
	case Aztec:
		code, err := aztec.Encode([]byte(text), aztecPercent, 0)
		return fromImage(k, code, 2, err)
	case Code128:
		code, err := code128.Encode(text)
		return fromImage(k, code, 10, err)
	}
	return nil, fmt.Errorf("paper: no symbol %q", k)
}

// aztecPercent of an Aztec code are for correction; the standard advises 23.
const aztecPercent = 33

func fromImage(k Kind, code barcode.Barcode, quiet int, err error) (*Symbol, error) {
	if err != nil {
		return nil, fmt.Errorf("paper: %s: %w", k, err)
	}
	b := code.Bounds()
	s := &Symbol{Kind: k, Width: b.Dx(), Height: b.Dy(), Quiet: quiet, dark: make([]bool, b.Dx()*b.Dy())}
	for y := range s.Height {
		for x := range s.Width {
			s.dark[y*s.Width+x] = color.GrayModel.Convert(code.At(b.Min.X+x, b.Min.Y+y)).(color.Gray).Y < 128
		}
	}
	return s, nil
}

// Dark tells whether a module is black; those outside are white.
func (s *Symbol) Dark(x, y int) bool {
	return x >= 0 && y >= 0 && x < s.Width && y < s.Height && s.dark[y*s.Width+x]
}

// Linear tells that the symbol has bars instead of modules.
func (s *Symbol) Linear() bool { return s.Height == 1 }

// Rect is a black rectangle of a symbol, in modules.
type Rect struct{ X, Y, W, H int }

// Rects covers the black modules with as few rectangles as a simple sweep finds:
// fewer edges, and no seams between rows in viewers that smooth them.
func (s *Symbol) Rects() []Rect {
	var out []Rect
	done := make([]bool, len(s.dark))
	for y := range s.Height {
		for x := 0; x < s.Width; x++ {
			if done[y*s.Width+x] || !s.Dark(x, y) {
				continue
			}
			r := Rect{X: x, Y: y, W: 1, H: 1}
			for s.Dark(x+r.W, y) && !done[y*s.Width+x+r.W] {
				r.W++
			}
			for s.darkRow(x, y+r.H, r.W, done) {
				r.H++
			}
			for dy := range r.H {
				for dx := range r.W {
					done[(y+dy)*s.Width+x+dx] = true
				}
			}
			out = append(out, r)
		}
	}
	return out
}

func (s *Symbol) darkRow(x, y, w int, done []bool) bool {
	for dx := range w {
		if !s.Dark(x+dx, y) || done[y*s.Width+x+dx] {
			return false
		}
	}
	return true
}
