package door

import (
	"net/http"

	"marquee/app"
	"marquee/app/admission"
	"marquee/handlers/web/page"
)

// shared gives each phone its share of what runs at a time. One phone that asks without end must
// not keep the others of a gate waiting, so what is beyond its share is refused at once; the
// scanner asks again. Phones without a secret yet are told apart by their addresses.
func (d *Door) shared(next http.Handler) http.Handler {
	class := app.Classes(d.site.App).Of("requests of one phone", admission.Limits{Each: maxAtOnce})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		phone := d.site.Cookie(r, deviceCookie)
		if phone == "" {
			phone = page.AddressOf(r)
		}
		place, err := class.Enter(r.Context(), admission.Ask{Key: admission.Key{Name: phone}})
		if err != nil {
			d.answered(func(http.ResponseWriter, *http.Request) (any, error) {
				return nil, &app.Error{Kind: app.TooMany, Message: app.Msg("Too many of your requests are waiting. Please try again."), RetryAfter: 1}
			})(w, r)
			return
		}
		defer place.Leave()
		next.ServeHTTP(w, r)
	})
}
