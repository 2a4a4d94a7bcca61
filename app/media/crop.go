package media

import (
	"bytes"
	"context"
	"image"
	"image/png"

	"marquee/app"

	// Scaling that keeps edges; the standard library only copies pixels.
	"golang.org/x/image/draw"
)

// Crops are the middle of a stored picture in some sizes, each as PNG. It waits while
// others take the memory that it needs.
func Crops(ctx context.Context, a *app.App, stored []byte, sizes ...image.Point) ([][]byte, error) {
	f, ok := formatOf(stored)
	if !ok {
		return nil, unreadable()
	}
	weight, err := weigh(f, stored)
	if err != nil {
		return nil, err
	}
	leave, err := decodings.Of(a).enter(ctx, weight)
	if err != nil {
		return nil, err
	}
	defer leave()
	pixels, err := f.decode(stored)
	if err != nil {
		return nil, unreadable()
	}
	all := make([][]byte, len(sizes))
	for i, size := range sizes {
		var b bytes.Buffer
		if err := png.Encode(&b, cropped(pixels, middle(pixels.Bounds(), size), size)); err != nil {
			return nil, err
		}
		all[i] = b.Bytes()
	}
	return all, nil
}

// cropped is a part of a picture in a size.
func cropped(pixels image.Image, part image.Rectangle, size image.Point) image.Image {
	if size.X <= part.Dx() && size.Y <= part.Dy() {
		return shrunk(pixels, part, size)
	}
	out := image.NewNRGBA(image.Rectangle{Max: size})
	draw.CatmullRom.Scale(out, out.Bounds(), pixels, part, draw.Src, nil)
	return out
}

// middle is the largest part of a picture with the proportions of a size, in its middle.
func middle(r image.Rectangle, size image.Point) image.Rectangle {
	w, h := r.Dx(), max(1, r.Dx()*size.Y/size.X)
	if h > r.Dy() {
		w, h = max(1, r.Dy()*size.X/size.Y), r.Dy()
	}
	at := r.Min.Add(image.Pt((r.Dx()-w)/2, (r.Dy()-h)/2))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(w, h))}
}
