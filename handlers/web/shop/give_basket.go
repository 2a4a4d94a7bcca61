package shop

import (
	"strconv"

	"marquee/app"
	"marquee/app/transfer"
	"marquee/handlers/web/page"
)

// giveInBasket notes for whom tickets of the basket are: they get them when it is bought.
func (s *Shop) giveInBasket(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	ask := giving(form)
	if ask.Email == "" {
		err = app.Field("customerEmail", "is required")
	} else {
		_, err = transfer.StartInBasket(v.r.Context(), v.app(), v.buyer, v.basket, ask)
	}
	switch {
	case err == nil:
		return v.goOn(v.path("/basket#give"))
	case expired(err) || !told(err):
		return s.basketAgain(v, err, "")
	}
	body, failed := v.basketBody()
	if failed != nil {
		return failed
	}
	if body.Give == nil {
		return s.basketAgain(v, err, "")
	}
	body.Give.again(ask, ask.Email, say(v.view, err))
	v.view.Stand = "give"
	return v.showAgain(s.basket, body)
}

// keepInBasket lets the buyer have again what was for somebody else.
func (s *Shop) keepInBasket(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	id, _ := strconv.ParseInt(form.Get("transfer"), 10, 64) // there is no transfer 0
	if _, err := transfer.CancelInBasket(v.r.Context(), v.app(), v.buyer, v.basket, id); err != nil {
		return s.basketAgain(v, err, "")
	}
	return v.goOn(v.path("/basket#give"))
}
