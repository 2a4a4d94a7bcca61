package door

import (
	"context"
	"net/http"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/page"
)

// staffPages are the pages of this package.
func (d *Door) staffPages() page.Kind {
	of := func(r *http.Request) (*app.Caller, error) {
		return company.AuthenticateFor(r.Context(), d.app, company.ForPage, d.site.Cookie(r, sessionCookie))
	}
	return page.StaffKind("staff", of)
}

// phones is what the scanners at the gates ask. It waits for nothing that is no scanner, and
// the phones of one company not for those of another.
func (d *Door) phones() page.Kind {
	k := page.StaffKind("phones", func(r *http.Request) (*app.Caller, error) {
		return d.phoneOf(r.Context(), d.site.Cookie(r, deviceCookie))
	})
	k.Refuse = func(w http.ResponseWriter, r *http.Request, err error) {
		d.answered(func(http.ResponseWriter, *http.Request) (any, error) { return nil, err })(w, r)
	}
	return k
}

// phoneOf is whose phone has a secret; one that was ended may upload still what it let in.
func (d *Door) phoneOf(ctx context.Context, secret string) (*app.Caller, error) {
	c, err := company.AuthenticateFor(ctx, d.app, company.ForDoor, secret)
	if app.KindOf(err) == app.Unauthenticated {
		return company.CallerAfterEnd(ctx, d.app, company.ForDoor, secret)
	}
	return c, err
}
