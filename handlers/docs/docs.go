package docs

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"time"

	"marquee/app/admission"
	"marquee/handlers/rest"
	"marquee/handlers/web/dist"
)

//go:embed page/*
var pageFiles embed.FS

// policy allows a page its own style sheet, pictures and filter form, and nothing
// else.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// searches is how many lists of operations are made at once for one address, and searchWait how
// long others wait: each takes a processor for some milliseconds. No search is longer than
// longestSearch, in bytes.
const (
	searches      = 1
	searchWait    = 5 * time.Second
	longestSearch = 200
)

// New serves everything below /docs. Pages are made, and compressed, when they are asked for
// first, so that they do not slow down a start.
func New(document func() *rest.Document) http.Handler {
	s := &site{
		pictures: sync.OnceValue(picturesOf),
		manual:   sync.OnceValue(func() map[string]*rest.Fixed { return fixed(makeManual()) }),
		reference: sync.OnceValue(func() *reference {
			api := makeAPI(document())
			return &reference{api, html(api.index("")), fixed(api.pages)}
		}),
		style: rest.NewFixed("text/css; charset=utf-8", mustRead(pageFiles, "page/style.css")),
		icon:  rest.NewFixed("image/svg+xml", mustRead(dist.Files, "icon.svg")),
		lists: admission.New("searches of the reference", rest.PageLimits(searches, searchWait)),
	}
	return s
}

// site is what is below /docs.
type site struct {
	manual, pictures func() map[string]*rest.Fixed
	reference        func() *reference
	style, icon      *rest.Fixed
	lists            *admission.Class
}

// reference is that of the API; all lists every operation.
type reference struct {
	api   *apiPages
	all   *rest.Fixed
	pages map[string]*rest.Fixed
}

func html(page []byte) *rest.Fixed { return rest.NewFixed("text/html; charset=utf-8", page) }

func fixed(pages map[string][]byte) map[string]*rest.Fixed {
	all := map[string]*rest.Fixed{}
	for name, page := range pages {
		all[name] = html(page)
	}
	return all
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", policy)
	path := strings.TrimPrefix(r.URL.Path, "/docs/")
	switch name, inAPI := strings.CutPrefix(path, "api/"); {
	case r.URL.Path == "/docs":
		http.Redirect(w, r, "/docs/", http.StatusMovedPermanently)
	case path == "api":
		http.Redirect(w, r, "/docs/api/", http.StatusMovedPermanently)
	case path == "style.css":
		s.style.ServeHTTP(w, r)
	case path == "icon.svg":
		s.icon.ServeHTTP(w, r)
	case inAPI && name == "":
		s.list(w, r, r.URL.Query().Get("q"))
	case inAPI:
		send(w, r, s.reference().pages[name])
	case strings.HasSuffix(path, ".svg"):
		send(w, r, s.pictures()[path])
	default:
		send(w, r, s.manual()[path])
	}
}

// list shows the operations that are searched for. One list of each address is made at a time.
func (s *site) list(w http.ResponseWriter, r *http.Request, query string) {
	ref := s.reference()
	if query == "" || len(query) > longestSearch {
		ref.all.ServeHTTP(w, r)
		return
	}
	page, err := s.found(r, ref, query)
	if err != nil {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "Too much is searched for at once. Try again in a moment.", http.StatusTooManyRequests)
		return
	}
	page.ServeHTTP(w, r)
}

func (s *site) found(r *http.Request, ref *reference, query string) (*rest.Fixed, error) {
	place, err := s.lists.Enter(r.Context(), admission.Ask{Key: admission.Key{Name: rest.NetworkOf(r)}})
	if err != nil {
		return nil, err
	}
	defer place.Leave()
	page := html(ref.api.index(query))
	page.Pack()
	return page, nil
}

func send(w http.ResponseWriter, r *http.Request, page *rest.Fixed) {
	if page == nil {
		http.NotFound(w, r)
		return
	}
	page.ServeHTTP(w, r)
}

// picturesOf are the pictures of the manual, by their names.
func picturesOf() map[string]*rest.Fixed {
	names, err := fs.Glob(manualFiles, "manual/*.svg")
	if err != nil {
		panic(fmt.Sprintf("docs: %v", err))
	}
	all := map[string]*rest.Fixed{}
	for _, name := range names {
		all[strings.TrimPrefix(name, "manual/")] = rest.NewFixed("image/svg+xml", mustRead(manualFiles, name))
	}
	return all
}
