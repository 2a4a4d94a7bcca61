package screen

import (
	"sync/atomic"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/web/page"
)

// maxFiles is how many files of lists are written at once: each holds a page of its list.
const maxFiles = 4

// files counts those that are being written.
type files struct{ n atomic.Int64 }

// WritesFile asks for one of the places of those who write a file, to be given back by done.
func (v *Visit) WritesFile() (done func(), err error) {
	done = func() { v.files.n.Add(-1) }
	if v.files.n.Add(1) > maxFiles {
		done()
		return nil, app.Refuse(app.TooMany, "Too many requests. Please try again later.")
	}
	return done, nil
}

// Still asks whether whoever reads a file may go on: a long one is read for minutes, and they may
// have been suspended since, or may do something else by now.
func (v *Visit) Still() error {
	c, err := company.AuthenticateAt(v.R.Context(), v.App, company.ForPage, v.Site.Cookie(v.R, page.StaffCookie), v.Company.ID)
	if err == nil && c.Rights() != v.Caller.Rights() {
		err = app.Refuse(app.Forbidden, "This action is unauthorized.")
	}
	return err
}
