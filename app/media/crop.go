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
// another picture is decoded.
func Crops(ctx context.Context, a *app.App, stored []byte, sizes ...image.Point) ([][]byte, error) {
	f, ok := formatOf(stored)
	if !ok {
		return nil, unreadable()
	}
	leave, err := decodings.Of(a).enter(ctx)
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
		out := image.NewNRGBA(image.Rectangle{Max: size})
		draw.CatmullRom.Scale(out, out.Bounds(), pixels, middle(pixels.Bounds(), size), draw.Src, nil)
		var b bytes.Buffer
		if err := png.Encode(&b, out); err != nil {
			return nil, err
		}
		all[i] = b.Bytes()
	}
	return all, nil
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
