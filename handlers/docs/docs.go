package docs

import (
	"embed"
	"net/http"
	"strings"
	"sync"

	"marquee/handlers/rest"
	"marquee/handlers/web/dist"
)

//go:embed page/*
var pageFiles embed.FS

// policy allows a page its own style sheet, pictures and filter form, and nothing
// else.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// New serves everything below /docs. Pages are made when the first one is asked for,
// so that they do not slow down a start.
func New(document func() *rest.Document) http.Handler {
	manual := sync.OnceValue(makeManual)
	reference := sync.OnceValue(func() *apiPages { return makeAPI(document()) })
	style, icon := mustRead(pageFiles, "page/style.css"), mustRead(dist.Files, "icon.svg")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		path := strings.TrimPrefix(r.URL.Path, "/docs/")
		switch name, inAPI := strings.CutPrefix(path, "api/"); {
		case r.URL.Path == "/docs":
			http.Redirect(w, r, "/docs/", http.StatusMovedPermanently)
		case path == "api":
			http.Redirect(w, r, "/docs/api/", http.StatusMovedPermanently)
		case path == "style.css":
			send(w, "text/css; charset=utf-8", style)
		case path == "icon.svg":
			send(w, "image/svg+xml", icon)
		case inAPI && name == "":
			send(w, "text/html; charset=utf-8", reference().index(r.URL.Query().Get("q")))
		case inAPI:
			sendPage(w, r, reference().pages[name])
		case strings.HasSuffix(path, ".svg"):
			sendPicture(w, r, path)
		default:
			sendPage(w, r, manual()[path])
		}
	})
}

func sendPage(w http.ResponseWriter, r *http.Request, page []byte) {
	if page == nil {
		http.NotFound(w, r)
		return
	}
	send(w, "text/html; charset=utf-8", page)
}

func sendPicture(w http.ResponseWriter, r *http.Request, name string) {
	picture, err := manualFiles.ReadFile("manual/" + name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	send(w, "image/svg+xml", picture)
}

func send(w http.ResponseWriter, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(body)
}
