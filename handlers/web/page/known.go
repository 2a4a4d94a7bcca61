package page

import (
	"context"
	"net/http"
	"strconv"

	"marquee/app"
	"marquee/app/audit"
)

type knownKey struct{}

// known is who makes a request, once that is known.
type known struct{ caller *app.Caller }

// forStaff gives a request a place for who makes it: the page that looks it up is not the
// one that is told of what goes wrong.
func forStaff(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), knownKey{}, &known{}))
}

// Know notes which member of staff makes a request, through what.
func Know(r *http.Request, c *app.Caller, through string) {
	c.Via = app.Via{Through: through, Operation: r.Pattern, Address: AddressOf(r)}
	if k, ok := r.Context().Value(knownKey{}).(*known); ok {
		k.caller = c
	}
}

// Denied tells the audit log of a refusal, if it is of what a member of staff may not do.
// Guests, and what came from elsewhere, are nobody that it knows.
func (s *Site) Denied(r *http.Request, err error) {
	k, ok := r.Context().Value(knownKey{}).(*known)
	if ok && k.caller != nil && app.KindOf(err) == app.Forbidden {
		audit.Refused(s.App, k.caller)
	}
}

// StaffKind are pages whose requests somebody makes who has logged in.
func StaffKind(name string, of func(r *http.Request) (*app.Caller, error)) Kind {
	return Kind{
		Name: name,
		Company: func(r *http.Request) string {
			c, err := of(r)
			if err != nil {
				return ""
			}
			return strconv.FormatInt(c.CompanyID, 10)
		},
		Known: func(r *http.Request) bool {
			_, err := of(r)
			return err == nil
		},
	}
}
