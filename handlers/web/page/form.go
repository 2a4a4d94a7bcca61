package page

import (
	"encoding/base64"
	"errors"
	"io"
	"mime"
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
func Form(w http.ResponseWriter, r *http.Request) (url.Values, error) { return FormUpTo(w, r, 0) }

// FormUpTo is Form for one that may send more than others.
func FormUpTo(w http.ResponseWriter, r *http.Request, most int64) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, max(maxForm, most))
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

// maxUpload is how large a form with a file may be: a picture of 7 MB, and what is beside it.
const maxUpload = 8 << 20

// Upload reads what a form with files sent: of a file its bytes, in base64, as an operation wants
// them. A field in which no file was chosen is blank.
func Upload(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return Form(w, r)
	}
	if r.MultipartForm == nil {
		r.Body = http.MaxBytesReader(w, r.Body, maxUpload)
		if err := r.ParseMultipartForm(maxUpload); err != nil {
			if _, large := errors.AsType[*http.MaxBytesError](err); large {
				return nil, &app.Error{Kind: app.TooLarge}
			}
			return nil, &app.Error{Kind: app.Malformed}
		}
	}
	values := url.Values{}
	for name, all := range r.MultipartForm.Value {
		values[name] = all
	}
	for name, all := range r.MultipartForm.File {
		f, err := all[0].Open()
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		values.Set(name, base64.StdEncoding.EncodeToString(b))
	}
	if len(values) > maxFields {
		return nil, &app.Error{Kind: app.TooLarge}
	}
	return values, nil
}
