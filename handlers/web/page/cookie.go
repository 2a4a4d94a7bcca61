package page

import (
	"net/http"
	"strings"
	"time"
)

// StaffCookie keeps the token of staff who logged in.
const StaffCookie = "staff"

// hostPrefix tells browsers that no other host and no plain connection sets the cookie.
const hostPrefix = "__Host-"

// Secure tells whether the browser came over TLS, to us or to a proxy in front of us.
// Without, the cookies of pages have plain names: a browser keeps no others.
func (s *Site) Secure(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(s.BaseURL, "https://")
}

// cookieName is a name as the browser knows it.
func (s *Site) cookieName(r *http.Request, name string) string {
	if s.Secure(r) {
		return hostPrefix + name
	}
	return name
}

// SetCookie keeps a value in the browser for a while; 0 is until it is closed.
func (s *Site) SetCookie(w http.ResponseWriter, r *http.Request, name, value string, keep time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(r, name), Value: value, Path: "/", MaxAge: int(keep.Seconds()),
		Secure: s.Secure(r), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// ClearCookie takes a value from the browser.
func (s *Site) ClearCookie(w http.ResponseWriter, r *http.Request, name string) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(r, name), Path: "/", MaxAge: -1, Secure: s.Secure(r), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// Cookie is the value that the browser keeps, empty for none.
func (s *Site) Cookie(r *http.Request, name string) string {
	c, err := r.Cookie(s.cookieName(r, name))
	if err != nil {
		return ""
	}
	return c.Value
}
