package door

import (
	"cmp"
	"net/http"

	"marquee/app"
	"marquee/app/door"
)

type joinIn struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// join makes the phone a device by the code of a link.
func (d *Door) join(w http.ResponseWriter, r *http.Request) (any, error) {
	var in joinIn
	if err := read(w, r, &in); err != nil {
		return nil, err
	}
	made, secret, err := door.Join(r.Context(), d.app, in.Code, in.Name)
	if err != nil {
		return nil, whyClosed(r, d.app, in.Code, err)
	}
	d.site.SetCookie(w, r, deviceCookie, secret, made.Keeps(d.app.Now()))
	p, err := d.enter(r, secret)
	if err != nil {
		return nil, err
	}
	return d.home(w, r, p)
}

// closedLink is a refusal with why the link is closed.
type closedLink struct {
	error
	why   door.Closing
	until *int64
}

func (c *closedLink) Unwrap() error { return c.error }

// whyClosed adds to a refusal why the link that a code is of opens nothing.
func whyClosed(r *http.Request, a *app.App, code string, refused error) error {
	why, until, err := door.WhyClosed(r.Context(), a, code)
	if err != nil || why == "" {
		return cmp.Or(err, refused)
	}
	return &closedLink{refused, why, micros(&until)}
}

// leave ends the device of the phone.
func (d *Door) leave(w http.ResponseWriter, r *http.Request, p *door.Pass) (any, error) {
	err := door.Leave(r.Context(), d.app, p)
	if err == nil {
		d.site.ClearCookie(w, r, deviceCookie)
	}
	return struct{}{}, err
}
