package handlers_test

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
)

// TestReference looks at the page as a reader with a strict browser would.
func TestReference(t *testing.T) {
	w := apptest.New(t)
	h := handlers.New(w.App, handlers.Options{})
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest("GET", "/docs/", nil))
	page := out.Body.String()
	t.Run("every operation has its place, and a link to it", func(t *testing.T) {
		operations(handlers.Document(handlers.Routes(w.App)), func(method, path string, _ *rest.Operation) {
			anchor := strings.Trim(method+strings.ReplaceAll(path, "/", "-"), "-")
			if strings.Count(page, `id="`+anchor+`"`) != 1 || !strings.Contains(page, `href="#`+anchor+`"`) {
				t.Errorf("%s %s is not on the page once", method, path)
			}
		})
	})
	t.Run("nothing runs, and nothing comes from elsewhere", func(t *testing.T) {
		is := is.New(t)
		is.Equal(out.Header().Get("Content-Security-Policy"), "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		for _, bad := range []string{"<script", "style=", "javascript:", "http://", "https://", "//cdn"} {
			is.True(!strings.Contains(page, bad)) // the page is self-contained
		}
		is.True(!regexp.MustCompile(`<[^>]+\son\w+=`).MatchString(page)) // no handlers in tags
	})
	t.Run("it reads without sight", func(t *testing.T) {
		is := is.New(t)
		is.True(strings.Contains(page, `<html lang="en">`))
		is.Equal(strings.Count(page, "<h1"), 1)
		is.Equal(strings.Count(page, "<main"), 1)
		is.True(strings.Contains(page, `href="#content"`))
		is.Equal(strings.Count(page, "<th "), strings.Count(page, `scope="col"`))
	})
}
