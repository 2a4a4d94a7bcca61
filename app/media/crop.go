package media

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"

	"marquee/app"

	// Scaling that keeps edges; the standard library only copies pixels.
	"golang.org/x/image/draw"
)

// Crops are the middle of a stored picture in some sizes, each as PNG. It waits while
// others take the memory that it needs.
func Crops(ctx context.Context, a *app.App, stored []byte, sizes ...image.Point) (all [][]byte, err error) {
	err = withPixels(ctx, a, stored, func(pixels image.Image) error {
		all = make([][]byte, len(sizes))
		for i, size := range sizes {
			var b bytes.Buffer
			if err := png.Encode(&b, cropped(pixels, middle(pixels.Bounds(), size), size)); err != nil {
				return err
			}
			all[i] = b.Bytes()
		}
		return nil
	})
	return all, err
}

// Fitted is a stored picture as a whole in some sizes, none of which it goes beyond, each as
// PNG. It waits as Crops does.
func Fitted(ctx context.Context, a *app.App, stored []byte, sizes ...image.Point) (all [][]byte, err error) {
	err = withPixels(ctx, a, stored, func(pixels image.Image) error {
		all = make([][]byte, len(sizes))
		for i, size := range sizes {
			if all[i], err = asPNG(shrunk(pixels, pixels.Bounds(), fit(pixels.Bounds().Size(), size))); err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

// Photo is the middle of a stored picture in a size, as a JPEG that is small enough to go with
// a mail. It waits as Crops does.
func Photo(ctx context.Context, a *app.App, stored []byte, size image.Point) (photo []byte, err error) {
	err = withPixels(ctx, a, stored, func(pixels image.Image) error {
		out := image.NewNRGBA(image.Rectangle{Max: size})
		draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
		part := cropped(pixels, middle(pixels.Bounds(), size), size)
		draw.Draw(out, out.Bounds(), part, part.Bounds().Min, draw.Over)
		var b bytes.Buffer
		err := jpeg.Encode(&b, out, &jpeg.Options{Quality: photoQuality})
		photo = b.Bytes()
		return err
	})
	return photo, err
}

// photoQuality is that of a JPEG in a mail.
const photoQuality = 75

// withPixels shows the pixels of a stored picture to a function.
func withPixels(ctx context.Context, a *app.App, stored []byte, show func(image.Image) error) error {
	f, ok := formatOf(stored)
	if !ok {
		return unreadable()
	}
	weight, err := weigh(f, stored)
	if err != nil {
		return err
	}
	leave, err := enter(ctx, decodings(a), weight)
	if err != nil {
		return err
	}
	defer leave()
	pixels, err := f.decode(stored)
	if err != nil {
		return unreadable()
	}
	return show(pixels)
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
