package tries

import (
	"math"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/admission"
	"marquee/handlers/web/page"
)

// Beginnings counts how much each network address began lately: nobody fills the store,
// holds everything that is on sale or stands in line a thousand times, from one place.
type Beginnings struct {
	most    int64 // within a minute
	buckets admission.Buckets
}

// NewBeginnings lets each address begin so much at once, and so much within a minute.
func NewBeginnings(most int) *Beginnings {
	return &Beginnings{int64(most), admission.Buckets{Most: maxAddresses}}
}

// Take counts one more, and refuses it when there are too many.
func (b *Beginnings) Take(r *http.Request, now time.Time) error {
	address := app.Network(page.AddressOf(r))
	if address == "" { // this machine, or a proxy on it that speaks for everybody
		return nil
	}
	_, wait := b.buckets.Take(admission.Key{Name: address}, admission.Rate{Most: b.most, In: time.Minute}, 1, now)
	if wait > 0 {
		return &app.Error{Kind: app.TooMany, Message: app.Msg("Too much was begun from here. Please wait a minute."), RetryAfter: int(math.Ceil(wait.Seconds()))}
	}
	return nil
}
