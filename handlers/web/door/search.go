package door

import (
	"net/http"
	"strconv"

	"marquee/app"
	"marquee/app/door"
)

type foundJSON struct {
	Found []foundTicketJSON `json:"found"`
}

type foundTicketJSON struct {
	Code  string `json:"code"`
	Name  string `json:"name"`
	Order string `json:"order"`
}

// search finds tickets by name, e-mail, order or code. E-mail addresses are searched
// here alone: phones do not keep them.
func (d *Door) search(_ http.ResponseWriter, r *http.Request, p *door.Pass) (any, error) {
	q := r.URL.Query()
	zone, err := strconv.ParseInt(q.Get("zone"), 10, 64)
	if err != nil {
		return nil, app.Field("zone", "must be an integer")
	}
	items, err := p.Search(r.Context(), d.app, zone, q.Get("query"), maxFound)
	out := foundJSON{Found: []foundTicketJSON{}}
	for _, i := range items {
		out.Found = append(out.Found, foundTicketJSON{i.Item.Barcode, i.Name, i.Reference})
	}
	return out, err
}
