package media

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"testing"
	"testing/synctest"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/admission"
	"marquee/kv/mem"
)

// memoryOf is so much memory for pictures.
func memoryOf(bytes int64) *admission.Class {
	l := decodings(app.New(mem.New(mem.Options{}), nil, app.Options{})).Limits
	l.Places = bytes
	return admission.New("bytes", l)
}

// TestDecodingsShareTheMemory: whatever is sent, no more is decoded at once than fits. Who waits
// gets its part in the order in which it came.
func TestDecodingsShareTheMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, b, done := is.New(t), memoryOf(100), make(chan int, 3)
		large, err := enter(t.Context(), b, 70)
		is.NoErr(err)
		small, err := enter(t.Context(), b, 30)
		is.NoErr(err)
		for i, weight := range []int64{90, 20, 20} {
			go func() {
				leave, err := enter(t.Context(), b, weight)
				if err == nil {
					done <- i
					leave()
				}
			}()
			synctest.Wait()
		}
		small()
		synctest.Wait()
		is.Equal(len(done), 0) // the first of them needs more
		large()
		synctest.Wait()
		is.Equal([]int{<-done, <-done, <-done}[0], 0)
		is.Equal(b.All(), int64(0)) // everything was given back
	})
}

// TestNobodyWaitsForMemoryForLong: nor many at once, and who is sent away hears when to come
// again.
func TestNobodyWaitsForMemoryForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		is, b := is.New(t), memoryOf(100)
		leave, err := enter(t.Context(), b, 100)
		is.NoErr(err)
		refusals := make(chan error, maxAsking)
		for range maxAsking {
			go func() {
				_, err := enter(t.Context(), b, 100)
				refusals <- err
			}()
		}
		synctest.Wait()
		_, err = enter(t.Context(), b, 1) // at once
		for {
			var e *app.Error
			is.True(asRefusal(err, &e))
			is.Equal([]any{e.Kind, e.RetryAfter}, []any{app.TooMany, retryAfter})
			if b.Figures().Waiting == 0 && len(refusals) == 0 {
				break
			}
			err = <-refusals
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = enter(gone, b, 1)
		is.Equal(err, context.Canceled)
		leave()
		is.Equal(b.All(), int64(0))
	})
}

func asRefusal(err error, e **app.Error) (ok bool) {
	*e, ok = err.(*app.Error)
	return ok
}

// TestPicturesWeighWhatTheyTake, by what their heads say.
func TestPicturesWeighWhatTheyTake(t *testing.T) {
	encoded := func(m image.Image) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	interlaced := bombOf(100, 100, 8)
	interlaced[28] = 1
	photo := asJPEG(t, quartered(100, 100))
	for _, c := range []struct {
		name  string
		sent  []byte
		bytes int
	}{
		{"a PNG", encoded(quartered(100, 100)), 4},
		{"a PNG with 16 bits for each colour", encoded(image.NewNRGBA64(image.Rect(0, 0, 100, 100))), 8},
		{"a PNG in passes", interlaced, 8},
		{"a PNG of few colours", encoded(image.NewPaletted(image.Rect(0, 0, 100, 100), color.Palette{color.White, color.Black})), 4},
		{"a JPEG", photo, 4},
		{"a JPEG with a note on its colours", append(photo[:len(photo):len(photo)], "Adobe"...), 8},
		{"a JPEG in passes, with half as many colours each way", progressive(100, 100), 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			f, ok := formatOf(c.sent)
			is.True(ok)
			config, err := f.config(c.sent)
			if err != nil { // a head alone
				config = image.Config{Width: 100, Height: 100, ColorModel: color.NRGBAModel}
			}
			is.Equal(pixelBytes(config, c.sent), c.bytes)
		})
	}
}

// TestShrunk: each pixel is the mean of what it covers, and what is transparent colours nothing.
func TestShrunk(t *testing.T) {
	is := is.New(t)
	src := image.NewNRGBA(image.Rect(5, 5, 9, 8)) // three rows of four
	for y := 5; y < 8; y++ {
		for x, c := range []color.NRGBA{{200, 0, 0, 255}, {100, 0, 0, 255}, {0, 80, 0, 255}, {255, 255, 255, 0}} {
			src.SetNRGBA(5+x, y, c)
		}
	}
	out := shrunk(src, src.Bounds(), image.Pt(2, 2))
	for y := range 2 {
		is.Equal(out.NRGBAAt(0, y), color.NRGBA{150, 0, 0, 255})
		is.Equal(out.NRGBAAt(1, y), color.NRGBA{0, 80, 0, 128})
	}
	is.Equal(shrunk(src, image.Rect(5, 5, 7, 6), image.Pt(2, 1)).NRGBAAt(1, 0), color.NRGBA{100, 0, 0, 255}) // a part as it is
}
