package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	// Matches what a browser reads to what we write.
	"golang.org/x/text/language"

	"marquee/app/company"
	"marquee/app/locale"
	"marquee/handlers/web/words"
)

//go:embed *.html
var pages embed.FS

// View is what a template draws: the frame around a page, and its Body. Its methods are
// what a template can say and show.
type View struct {
	Lang locale.Language
	// LanguageChosen: by hand, and not by what the browser asks for.
	LanguageChosen bool
	// Title is that of the window; Brand stands beside it and in the header.
	Title, Brand string
	// Logo is shown for the brand in the header; nil for none.
	Logo *Logo
	// Home is where the brand leads, and Back where an arrow leads, if there is one.
	Home, Back string
	// Address is that of the page itself.
	Address string
	// Summary describes the page for whoever lists or shares it; Canonical is its whole
	// address. Both may be empty.
	Summary, Canonical string
	// Picture is what stands for the page where it is shared. Only pages with a whole address have
	// one.
	Picture Picture
	// Unlisted keeps search engines away.
	Unlisted bool
	// Refresh is after how many seconds a browser without scripts asks again; 0: never.
	Refresh int
	// Styles and Scripts are assets by name.
	Styles, Scripts []string
	Footer          Footer
	Policy          Policy
	// Bare pages have neither header nor footer: they stand in a frame.
	Bare bool
	Body any
	// Stand is the id of the part that a page which answers a form is shown from.
	Stand string
	// Refused is why a form is shown again, if that is known.
	Refused error

	style string
	site  *Site
}

// Footer is what stands below a page.
type Footer struct {
	Links []Link
	Note  string
}

// Logo is a picture that is read on any ground.
type Logo struct {
	At            string
	Width, Height int64
}

// Link is an address with its words.
type Link struct{ Text, To string }

// Picture is one with its whole address and its size in pixels; without an address it is none.
type Picture struct {
	URL           string
	Width, Height int64
}

// Wear dresses the page in a company's colour.
func (v *View) Wear(hex string) { v.style = v.site.styles.get(hex) }

// Style is the page's own style: the colours of the company.
func (v *View) Style() string { return v.style }

// StyleTag is Style as a template writes it: the policy names it by its hash.
func (v *View) StyleTag() template.HTML { return template.HTML("<style>" + v.Style() + "</style>") }

// T says something: see package words.
func (v *View) T(key string, pairs ...any) string { return words.Text(v.Lang, key, pairs...) }

// H is T for texts with <b> in them; what takes the place of names is escaped.
func (v *View) H(key string, pairs ...any) template.HTML {
	for i := 1; i < len(pairs); i += 2 {
		if s, ok := pairs[i].(string); ok {
			pairs[i] = template.HTMLEscapeString(s)
		}
	}
	return template.HTML(words.Text(v.Lang, key, pairs...))
}

// Amount writes an amount of minor units. It is never broken over lines.
func (v *View) Amount(cur company.Currency, minor int64) string { return v.Lang.Amount(cur, minor) }

// Number writes a whole number.
func (v *View) Number(n int64) string { return v.Lang.Number(n) }

// Clock is a time of day.
func (v *View) Clock(t time.Time) string { return v.Lang.Clock(t) }

// Languages are the languages to choose from.
func (v *View) Languages() []LanguageChoice {
	var all []LanguageChoice
	for _, l := range words.Languages {
		all = append(all, LanguageChoice{Code: string(l), Name: words.Text(l, "page.language"), Chosen: l == v.Lang})
	}
	return all
}

// Locale is the language with a country, as sites that show shared pages want it.
func (c LanguageChoice) Locale() string {
	return map[string]string{"de": "de_DE", "en": "en_GB", "fr": "fr_FR"}[c.Code]
}

// LanguageChoice is a language that a page can be read in.
type LanguageChoice struct {
	Code, Name string
	Chosen     bool
}

// Code is the language in capitals.
func (v *View) Code() string { return strings.ToUpper(string(v.Lang)) }

// Asset is where a style sheet or script is.
func (v *View) Asset(name string) (string, error) { return v.site.Assets.Path(name) }

// Icon draws an icon by its name.
func (v *View) Icon(name string) (template.HTML, error) { return icon(name) }

// Initial is the first letter of the brand.
func (v *View) Initial() string {
	for _, r := range v.Brand {
		return strings.ToUpper(string(r))
	}
	return ""
}

// Capitalised begins with a capital letter, as a title does in languages that write months small.
func Capitalised(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}

// Template is a page in the common frame.
type Template struct{ set func() *template.Template }

var frame = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("layout").Funcs(template.FuncMap{"pair": pair}).ParseFS(pages, "layout.html"))
})

// Template reads the templates of a page, the first of which defines what stands in the
// frame as "content". It does so when the page is first shown: a start does not wait for
// pages that nobody asks for.
func (s *Site) Template(files fs.FS, names ...string) *Template {
	t := &Template{sync.OnceValue(func() *template.Template {
		return template.Must(template.Must(frame().Clone()).ParseFS(files, names...))
	})}
	s.templates = append(s.templates, t)
	return t
}

// ReadTemplates reads those of all pages, and panics for one that cannot be read.
func (s *Site) ReadTemplates() {
	for _, t := range s.templates {
		t.set()
	}
}

// pair gives a template the page and one thing of it.
func pair(v *View, thing any) map[string]any { return map[string]any{"V": v, "It": thing} }

func (t *Template) render(v *View) ([]byte, error) {
	var out bytes.Buffer
	err := t.set().ExecuteTemplate(&out, "layout", v)
	return out.Bytes(), err
}

// Part is a part of the page that has a name, alone.
func (t *Template) Part(name string, it any) (template.HTML, error) {
	var out strings.Builder
	err := t.set().ExecuteTemplate(&out, name, it)
	return template.HTML(out.String()), err
}

// languageCookie keeps the language that was chosen.
const languageCookie = "language"

var (
	spoken   = []language.Tag{language.English, language.German, language.French}
	speaking = language.NewMatcher(spoken)
)

// language is the one that the address asks for, else the one that was chosen, else what the
// browser asks for.
func (s *Site) language(r *http.Request) (l locale.Language, chosen bool) {
	for _, asked := range []string{r.URL.Query().Get("lang"), s.Cookie(r, languageCookie)} {
		if l := locale.Language(asked); slices.Contains(words.Languages, l) {
			return l, true
		}
	}
	accept := r.Header.Get("Accept-Language")
	if accept == "" || len(accept) > maxAccept {
		return locale.English, false
	}
	_, i := language.MatchStrings(speaking, accept)
	return words.Languages[i], false
}

// maxAccept is the longest wish for languages that is read, in bytes.
const maxAccept = 200

// ChooseLanguage serves the form in the header.
func (s *Site) ChooseLanguage(w http.ResponseWriter, r *http.Request) {
	form, err := Form(w, r)
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	if l := locale.Of(form.Get("language")); string(l) == form.Get("language") {
		s.SetCookie(w, r, languageCookie, string(l), languageMemory)
	}
	GoOn(w, r, form.Get("to"))
}

// cameFrom is the page of ours that a form was on, empty if it does not say.
func cameFrom(r *http.Request) string {
	u, err := url.Parse(r.Referer())
	if err != nil || u.Host != r.Host || !Local(u.RequestURI()) {
		return ""
	}
	return u.RequestURI()
}

// Origin is what stands in front of a path in a whole address.
func (s *Site) Origin(r *http.Request) string {
	if s.BaseURL != "" {
		return s.BaseURL
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return fmt.Sprintf("%s://%s", scheme, r.Host)
}
