package media

import (
	"image"
	"image/draw"
)

// shrunk is a part of a picture in a size that is no larger: each of its pixels is the mean of
// what it covers. It takes the memory of two rows beside it, however large the picture is.
func shrunk(src image.Image, part image.Rectangle, size image.Point) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: size})
	across, down := shares(part.Dx(), size.X), shares(part.Dy(), size.Y)
	row := image.NewRGBA(image.Rect(0, 0, part.Dx(), 1))
	sums := [2][]float32{make([]float32, 4*size.X), make([]float32, 4*size.X)} // of the row at hand, and of the next
	at := 0
	for y, s := range down {
		if s.cell > at {
			put(out, at, sums[0])
			sums[0], sums[1] = sums[1], sums[0]
			clear(sums[1])
			at = s.cell
		}
		draw.Draw(row, row.Rect, src, image.Pt(part.Min.X, part.Min.Y+y), draw.Src)
		add(sums[0], row.Pix, across, s.here)
		if s.next > 0 {
			add(sums[1], row.Pix, across, s.next)
		}
	}
	put(out, at, sums[0])
	return out
}

// share is how much a pixel counts in its cell, and in the next one.
type share struct {
	cell       int
	here, next float32
}

// shares lay so many pixels over fewer cells.
func shares(pixels, cells int) []share {
	all, each := make([]share, pixels), float64(cells)/float64(pixels)
	for i := range all {
		cell := i * cells / pixels
		over := max(0, float64(i+1)*each-float64(cell+1))
		if cell+1 == cells {
			over = 0
		}
		all[i] = share{cell, float32(each - over), float32(over)}
	}
	return all
}

// add adds a row of pixels to sums, by its weight.
func add(sums []float32, row []uint8, across []share, weight float32) {
	for x, s := range across {
		here, next := s.here*weight, s.next*weight
		for c := range 4 {
			v := float32(row[4*x+c])
			sums[4*s.cell+c] += here * v
			if next > 0 {
				sums[4*s.cell+4+c] += next * v
			}
		}
	}
}

// put makes a row of a picture of sums, whose colours are multiplied by their alpha.
func put(out *image.NRGBA, y int, sums []float32) {
	pix := out.Pix[y*out.Stride:]
	for i := 0; i < len(sums); i += 4 {
		alpha := sums[i+3]
		if alpha < 0.5 {
			continue
		}
		for c := range 3 {
			pix[i+c] = uint8(min(255, sums[i+c]*255/alpha+0.5))
		}
		pix[i+3] = uint8(min(255, alpha+0.5))
	}
}
