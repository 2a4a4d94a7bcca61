package handlers_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// drawing is a picture of one colour, as a file in base64.
func drawing(c color.Color) string {
	m := image.NewRGBA(image.Rect(0, 0, 30, 20))
	for i := range 600 {
		m.Set(i%30, i/30, c)
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// upload puts a picture across the page of event 1 and gives its address.
func (s *bookings) upload(c color.Color) string {
	s.t.Helper()
	out := s.api("POST", "/events/image", fmt.Sprintf(`{"eventId":1,"collection":"header","data":%q}`, drawing(c)))
	address, _ := dig(out, "attributes", "url").(string)
	return strings.TrimPrefix(address, "http://example.com")
}

func (s *bookings) get(path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.h.ServeHTTP(w, r)
	return w
}

func TestPictures(t *testing.T) {
	is, s := is.New(t), newBookings(t)
	address := s.upload(color.White)
	shown := s.get(address)
	is.Equal(shown.Code, http.StatusOK)
	is.Equal(shown.Header().Get("Content-Type"), "image/jpeg")
	is.Equal(shown.Header().Get("X-Content-Type-Options"), "nosniff")
	is.Equal(shown.Header().Get("Cache-Control"), "public, max-age=31536000, immutable")
	_, kind, err := image.Decode(shown.Body)
	is.NoErr(err)
	is.Equal(kind, "jpeg")

	t.Run("it stands on the tickets, too", func(t *testing.T) {
		is := is.New(t)
		link, _ := s.sell()["fullDownloadUrl"].(string)
		for _, format := range []string{"a4", "a6"} {
			pdf := s.open(link + "?format=" + format)
			is.Equal(pdf.Code, http.StatusOK)
			is.Equal(strings.Count(pdf.Body.String(), "/Subtype /Image"), 1) // once, however many they are
		}
	})
	t.Run("a browser that has it is sent nothing", func(t *testing.T) {
		is := is.New(t)
		again := s.get(address, "If-None-Match", shown.Header().Get("ETag"))
		is.Equal([]any{again.Code, again.Body.Len()}, []any{http.StatusNotModified, 0})
	})
	t.Run("an address that somebody made up shows nothing", func(t *testing.T) {
		stem, name, _ := strings.Cut(address, "-")
		for _, bad := range []string{
			stem + "-" + strings.Repeat("0", 32) + ".jpeg", stem, stem + "-", strings.Replace(address, "/media/1/", "/media/2/", 1),
			"/media/1/9-" + name, "/media", "/media/", "/media/x/y", "/media/-1/1-" + name, "/media/99999999999999999999/1-" + name,
		} {
			if w := s.get(bad); w.Code != http.StatusNotFound {
				t.Errorf("%s: %d", bad, w.Code)
			}
		}
	})
	t.Run("another picture has another address, and the one before is gone", func(t *testing.T) {
		is := is.New(t)
		newer := s.upload(color.Black)
		is.True(newer != address)
		is.Equal(s.get(newer).Code, http.StatusOK)
		is.Equal(s.get(address).Code, http.StatusNotFound)
	})
}

// TestLogos: a company's logo stands for its name on its pages and its tickets, at an address of
// its own, until it goes.
func TestLogos(t *testing.T) {
	is, s := is.New(t), newBookings(t)
	shop, _ := dig(s.api("POST", "/company/settings", `{"shop":{"isOpen":true}}`), "shop", "path").(string)
	pdf, _ := s.sell()["fullDownloadUrl"].(string)
	images := func() int { return strings.Count(s.open(pdf+"?format=a4").Body.String(), "/Subtype /Image") }
	is.True(strings.Contains(s.get(shop).Body.String(), `class="brand-name"`))
	is.Equal(images(), 0)

	out := s.api("POST", "/company/image", fmt.Sprintf(`{"collection":"logo","data":%q}`, drawing(color.Black)))
	address, _ := dig(out, "attributes", "url").(string)
	address = strings.TrimPrefix(address, "http://example.com")
	is.Equal(s.get(address).Header().Get("Content-Type"), "image/png")
	is.Equal(s.get(strings.Replace(address, "/media/1/", "/media/2/", 1)).Code, http.StatusNotFound)
	page := s.get(shop).Body.String()
	is.True(strings.Contains(page, `<img class="brand-logo" src="`+address+`" alt="Twin Festivals" width="30" height="20">`))
	is.True(!strings.Contains(page, `class="brand-name"`))
	is.Equal(images(), 1)

	s.api("DELETE", "/company/image", `{"collection":"logo"}`)
	is.Equal(s.get(address).Code, http.StatusNotFound)
	is.True(strings.Contains(s.get(shop).Body.String(), `class="brand-name"`))
	is.Equal(images(), 0)
}
