package media

import (
	"net/http"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/media"
	"marquee/handlers/rest"
)

// forever tells browsers and caches to keep a picture: its address never shows another.
const forever = "public, max-age=31536000, immutable"

// Handler serves addresses below a prefix: PREFIX/COMPANY/ID-HASH.TYPE.
type Handler struct {
	app    *app.App
	prefix string
}

// New serves them. Pictures that are read and that their clients do not take count as answers
// of the API do.
func New(a *app.App, prefix string) http.Handler {
	h := &Handler{a, prefix}
	return rest.MemoryOf(a).Drawn("media", h.draw, nil)
}

func (h *Handler) draw(w *rest.Drawing, r *http.Request) {
	company, id, hash, ok := parse(strings.TrimPrefix(r.URL.Path, h.prefix+"/"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	f, err := media.Open(r.Context(), h.app, company, id, hash)
	if app.KindOf(err) == app.NotFound {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		w.Header().Set("Retry-After", "5")
		http.Error(w, "The picture cannot be read right now.", http.StatusServiceUnavailable)
		return
	}
	head := w.Header()
	head.Set("Cache-Control", forever)
	head.Set("ETag", `"`+f.Hash+`"`)
	head.Set("Cross-Origin-Resource-Policy", "cross-origin") // shops of others show it too
	if r.Header.Get("If-None-Match") == `"`+f.Hash+`"` {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	head.Set("Content-Type", f.MIME)
	head.Set("Content-Length", strconv.Itoa(len(f.Bytes)))
	if r.Method != http.MethodHead {
		rest.Put(w, f.Bytes)
	}
}

// parse takes an address apart.
func parse(path string) (company, id int64, hash string, ok bool) {
	owner, name, _ := strings.Cut(path, "/")
	stem, _, _ := strings.Cut(name, ".")
	number, hash, _ := strings.Cut(stem, "-")
	company, err := strconv.ParseInt(owner, 10, 64)
	id, bad := strconv.ParseInt(number, 10, 64)
	return company, id, hash, err == nil && bad == nil && company > 0 && id > 0
}
