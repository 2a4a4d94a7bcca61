package page

import (
	"net/http"
	"net/url"
	"strings"

	"marquee/app"
)

// errFromElsewhere refuses what no page of ours sent.
var errFromElsewhere = &app.Error{Kind: app.Forbidden}

// ownForms tells forms that a page of this origin sent, and requests that change nothing, from
// others. Browsers say where a request comes from; what does not say so is refused.
func (s *Site) ownForms() func(r *http.Request) error {
	protection := http.NewCrossOriginProtection()
	if s.BaseURL != "" {
		_ = protection.AddTrustedOrigin(s.BaseURL) // a proxy may call us by another name
	}
	return func(r *http.Request) error {
		changes := r.Method != http.MethodGet && r.Method != http.MethodHead
		silent := r.Header.Get("Sec-Fetch-Site") == "" && r.Header.Get("Origin") == ""
		if changes && silent || protection.Check(r) != nil {
			return errFromElsewhere
		}
		return nil
	}
}

// Form reads what a form sent.
func Form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, &app.Error{Kind: app.Malformed}
	}
	values := 0
	for _, all := range r.PostForm {
		values += len(all)
	}
	if values > maxFields {
		return nil, &app.Error{Kind: app.TooLarge}
	}
	return r.PostForm, nil
}

// Local tells whether an address leads to a page of this origin and nowhere else.
func Local(address string) bool {
	if !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//") || strings.ContainsAny(address, "\\\r\n\t") {
		return false
	}
	u, err := url.Parse(address)
	return err == nil && u.Host == "" && u.Scheme == "" && !strings.HasPrefix(u.Path, "//")
}

// GoOn sends the browser to a page of ours by GET, after a form.
func GoOn(w http.ResponseWriter, r *http.Request, to string) {
	if !Local(to) {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
