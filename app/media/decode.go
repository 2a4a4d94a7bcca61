package media

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"

	"marquee/app"

	// WebP, which phones and shops save pictures as, is not read by the standard library.
	"golang.org/x/image/webp"
)

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

// drawn tells that a file is an SVG. Browsers run what stands in one, mail programs show none,
// and what makes one safe has to know all that browsers do.
func drawn(sent []byte) bool {
	return bytes.Contains(bytes.ToLower(sent[:min(len(sent), 4<<10)]), []byte("<svg"))
}

// Picture is one that is ready to be stored.
type Picture struct {
	Place         Place
	MIME          string
	Width, Height int64
	Bytes         []byte
}

// Prepare makes the picture of one of some places from a file that was sent. It needs no
// store, and waits while others take the memory that it needs.
func Prepare(ctx context.Context, a *app.App, places []string, place Place, sent []byte) (Picture, error) {
	return PrepareCut(ctx, a, places, place, Whole, sent)
}

// PrepareCut is Prepare for a picture of which only a part with the proportions of its place is kept.
func PrepareCut(ctx context.Context, a *app.App, places []string, place Place, keep Keep, sent []byte) (Picture, error) {
	switch {
	case !slices.Contains(places, string(place)):
		return Picture{}, app.Field("collection", "must be one of: %s", strings.Join(places, ", "))
	case len(sent) == 0:
		return Picture{}, app.Field("data", "is required")
	case len(sent) > MaxSent:
		return Picture{}, app.Field("data", "must not be larger than %d bytes", MaxSent)
	}
	f, ok := formatOf(sent)
	switch {
	case !ok && drawn(sent):
		return Picture{}, app.Field("data", "is an SVG, which can run programs and load what it likes: please send it as a PNG")
	case !ok:
		return Picture{}, app.Field("data", "must be a PNG, a JPEG or a WebP picture")
	}
	weight, err := weigh(f, sent)
	if err != nil {
		return Picture{}, err
	}
	leave, err := enter(ctx, decodings(a), weight)
	if err != nil {
		return Picture{}, err
	}
	defer leave()
	return f.picture(place, keep, sent)
}

// weigh is about how much memory a picture takes while it is decoded, in bytes. What never
// fits is refused.
func weigh(f format, sent []byte) (int64, error) {
	config, err := f.config(sent)
	if err != nil || config.Width < 1 || config.Height < 1 {
		return 0, unreadable()
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels {
		return 0, app.Field("data", "has %d × %d pixels; at most %d million are allowed", config.Width, config.Height, maxPixels/1_000_000)
	}
	each := pixelBytes(config, sent)
	if config.Width*config.Height > maxDecoded/each {
		return 0, app.Field("data", "has %d × %d pixels; of a picture of this kind at most %d million are allowed", config.Width, config.Height, maxDecoded/each/1_000_000)
	}
	return int64(config.Width * config.Height * each), nil
}

// picture decodes a file and makes the picture of a place of it. Nothing of what it decoded is
// left when it returns.
func (f format) picture(place Place, keep Keep, sent []byte) (Picture, error) {
	pixels, err := f.decode(sent)
	if err != nil {
		return Picture{}, unreadable()
	}
	return encode(place, keep, pixels, orientation(sent))
}

func unreadable() error { return app.Field("data", "is damaged: the picture cannot be read") }
