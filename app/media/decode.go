package media

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"

	"marquee/app"

	// WebP, which phones and shops save pictures as, is not read by the standard library.
	"golang.org/x/image/webp"
)

// decodings let one picture be decoded at a time: it may take 160 MB.
var decodings = app.NewPerApp(func() *semaphore { return &semaphore{make(chan struct{}, 1)} })

type semaphore struct{ taken chan struct{} }

// enter waits for its turn; call leave then.
func (s *semaphore) enter(ctx context.Context) (leave func(), err error) {
	select {
	case s.taken <- struct{}{}:
		return func() { <-s.taken }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// format reads one kind of file.
type format struct {
	config func([]byte) (image.Config, error)
	decode func([]byte) (image.Image, error)
}

// formatOf tells what a file is by what it contains.
func formatOf(sent []byte) (format, bool) {
	switch {
	case bytes.HasPrefix(sent, []byte("\x89PNG\r\n\x1a\n")):
		return format{
			func(b []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(b)) },
			func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) },
		}, true
	case bytes.HasPrefix(sent, []byte("\xff\xd8\xff")):
		return format{
			func(b []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(b)) },
			func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) },
		}, true
	case len(sent) > 16 && string(sent[:4]) == "RIFF" && string(sent[8:14]) == "WEBPVP":
		return format{
			func(b []byte) (image.Config, error) { return webp.DecodeConfig(bytes.NewReader(b)) },
			func(b []byte) (image.Image, error) { return webp.Decode(bytes.NewReader(b)) },
		}, true
	}
	return format{}, false
}

// Picture is one that is ready to be stored.
type Picture struct {
	Place         Place
	MIME          string
	Width, Height int64
	Bytes         []byte
}

// Prepare makes the picture of a place from a file that was sent. It needs no store, and
// waits while another is made.
func Prepare(ctx context.Context, a *app.App, place Place, sent []byte) (Picture, error) {
	switch {
	case !slices.Contains(Places, string(place)):
		return Picture{}, app.Field("collection", "must be one of: header, thumbnail, meta")
	case len(sent) == 0:
		return Picture{}, app.Field("data", "is required")
	case len(sent) > MaxSent:
		return Picture{}, app.Field("data", "must not be larger than %d bytes", MaxSent)
	}
	f, ok := formatOf(sent)
	if !ok {
		return Picture{}, app.Field("data", "must be a PNG, a JPEG or a WebP picture")
	}
	config, err := f.config(sent)
	switch {
	case err != nil || config.Width < 1 || config.Height < 1:
		return Picture{}, unreadable()
	case config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels:
		return Picture{}, app.Field("data", "has %d × %d pixels; at most %d million are allowed", config.Width, config.Height, maxPixels/1_000_000)
	case config.Width*config.Height > maxDecoded/pixelBytes(config, sent):
		return Picture{}, app.Field("data", "has %d × %d pixels; of a picture of this kind at most %d million are allowed", config.Width, config.Height, maxDecoded/pixelBytes(config, sent)/1_000_000)
	}
	leave, err := decodings.Of(a).enter(ctx)
	if err != nil {
		return Picture{}, err
	}
	defer leave()
	pixels, err := f.decode(sent)
	if err != nil {
		return Picture{}, unreadable()
	}
	return encode(place, pixels, orientation(sent))
}

// pixelBytes is about what a pixel takes while a picture is decoded. A progressive JPEG
// keeps its coefficients to the end; PNG may have 16 bits for each colour.
func pixelBytes(config image.Config, sent []byte) int {
	switch config.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		return 8
	}
	if isProgressive(sent) {
		return 16
	}
	return 4
}

// isProgressive tells whether a file is a progressive JPEG, by the first frame header.
func isProgressive(sent []byte) bool {
	if !bytes.HasPrefix(sent, []byte("\xff\xd8\xff")) {
		return false
	}
	for at := 2; at+4 <= len(sent) && sent[at] == 0xff; {
		switch marker := sent[at+1]; {
		case marker == 0xff: // padding
			at++
			continue
		case marker == 0xc2:
			return true
		case marker == 0xc0 || marker == 0xc1 || marker == 0xda:
			return false
		case marker == 0 || marker >= 0xd0 && marker <= 0xd9:
			at += 2
			continue
		}
		at += 2 + int(sent[at+2])<<8 + int(sent[at+3])
	}
	return false
}

func unreadable() error { return app.Field("data", "is damaged: the picture cannot be read") }
