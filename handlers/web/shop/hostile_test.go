package shop_test

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
)

// TestNoTextBecomesPartOfAPage: whatever staff or buyers write is text on every page, rich
// text too.
func TestNoTextBecomesPartOfAPage(t *testing.T) {
	is, w := is.New(t), newTown(t)
	file, err := os.ReadFile("../../../testdata/payloads.txt")
	is.NoErr(err)
	texts := strings.Split(strings.TrimRight(string(file), "\n"), "\n")
	is.Equal(len(texts), 60)
	data := regexp.MustCompile(`<script type="application/ld\+json">[^<]*</script>`)
	b := w.browser(t)
	for n, evil := range texts {
		_, err := company.ChangeSettings(t.Context(), w.App, w.A.Owner, company.SettingsChange{
			Name: &evil, Shop: company.ShopChange{Title: app.Is(evil), Intro: app.Is(evil)}, Billing: company.BillingChange{Name: app.Is(evil)},
		})
		is.NoErr(err)
		w.event(t, catalog.EventChange{Name: &evil, Description: app.Is("<p>" + evil + "</p>"), Page: pageOf(evil), OrganiserName: app.Is(evil)})
		look := func() {
			t.Helper()
			page := data.ReplaceAllString(b.page, "")
			if strings.ContainsAny(evil, `<"'`) && strings.Contains(page, evil) {
				t.Fatalf("%s has %s:\n%s", b.at, evil, page)
			}
			if regexp.MustCompile(`(?i)<[^>]+ (href|src|action)="\s*(javascript|data):`).MatchString(page) {
				t.Fatalf("%s leads into %s", b.at, evil)
			}
		}
		for _, path := range []string{"", "?q=" + url.QueryEscape(evil), "/events/1?n=" + strconv.Itoa(n), "/events/1?code=" + url.QueryEscape(evil), "/account"} {
			b.open(w.path(path))
			is.Equal(b.status, 200)
			look()
		}
		b.send(w.path("/account"), "email", evil)
		look()
		if n == 0 {
			b.send(w.path("/events/1"), "item", "1", "do", "more")
		}
		b.send(w.path("/checkout"), "email", evil, "name", evil, "phone", evil)
		is.Equal(b.status, 422)
		look()
	}
}

// elsewhere are addresses that some browser takes for those of another site.
func elsewhere(t *testing.T) (all []string) {
	t.Helper()
	is := is.New(t)
	file, err := os.ReadFile("../../../testdata/redirects.txt")
	is.NoErr(err)
	for line := range strings.Lines(string(file)) {
		to, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
		is.NoErr(err)
		all = append(all, to)
	}
	is.Equal(len(all), 40)
	return all
}

// TestNoFormLeadsElsewhere: an address that comes along is one of this origin, or is not
// followed.
func TestNoFormLeadsElsewhere(t *testing.T) {
	is, w := is.New(t), newTown(t)
	b := w.browser(t)
	b.send(w.path("/events/1"), "item", "1", "do", "more")
	b.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	own := regexp.MustCompile(`^/([^/\\]|$)`)
	for _, to := range elsewhere(t) {
		in, err := customer.MakeSignIn(t.Context(), w.App, w.A.Owner, customer.SignIn{Email: "zoe@example.org", Name: "Zoé"})
		is.NoErr(err)
		for _, path := range []string{"/language", w.path("/basket/extend"), w.path("/sign-in/" + in.Link)} {
			r, err := http.NewRequestWithContext(t.Context(), "POST", w.server.URL+path, strings.NewReader(url.Values{"to": {to}, "language": {"de"}}.Encode()))
			is.NoErr(err)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", w.server.URL)
			res, err := b.http.Do(r)
			is.NoErr(err)
			is.NoErr(res.Body.Close())
			at := res.Header.Get("Location")
			if res.StatusCode != http.StatusSeeOther {
				t.Errorf("%s does not go on: %d", path, res.StatusCode)
			}
			if !own.MatchString(at) {
				t.Errorf("%s leads by %q to %q", path, to, at)
			}
		}
	}
}

// TestNoOtherSiteChangesAShop: every form of the shop, read from where they are listed, is
// refused when it comes from elsewhere.
func TestNoOtherSiteChangesAShop(t *testing.T) {
	is, w := is.New(t), newTown(t)
	files, err := filepath.Glob("*.go")
	is.NoErr(err)
	var found [][]string
	for _, file := range files {
		source, err := os.ReadFile(file)
		is.NoErr(err)
		if !strings.HasSuffix(file, "_test.go") {
			found = append(found, regexp.MustCompile(`"(?:POST|PUT|PATCH|DELETE) (/[^"]+)"`).FindAllStringSubmatch(string(source), -1)...)
		}
	}
	is.True(len(found) >= 35)
	for _, m := range found {
		path := strings.ReplaceAll(m[1], "{alias}", w.alias)
		path = regexp.MustCompile(`\{[a-z]+\}`).ReplaceAllString(path, "1")
		for site, origin := range map[string]string{"cross-site": "https://evil.example", "same-site": "https://neighbour.example", "": ""} {
			r, err := http.NewRequestWithContext(t.Context(), "POST", w.server.URL+path, strings.NewReader("do=more"))
			is.NoErr(err)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if site != "" {
				r.Header.Set("Sec-Fetch-Site", site)
				r.Header.Set("Origin", origin)
			}
			res, err := http.DefaultTransport.RoundTrip(r)
			is.NoErr(err)
			_, _ = io.Copy(io.Discard, res.Body)
			is.NoErr(res.Body.Close())
			if res.StatusCode != http.StatusForbidden {
				t.Errorf("%s from %q: %d", path, site, res.StatusCode)
			}
		}
	}
}

// pageOf are texts of a page that all say the same.
func pageOf(text string) (out catalog.PageTexts[catalog.Maybe[string]]) {
	for i, t := range catalog.PageTextList {
		*out.At(i) = app.Is(string([]rune(text)[:min(len([]rune(text)), t.Most)]))
	}
	return out
}
