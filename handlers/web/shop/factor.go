package shop

import (
	"errors"

	"marquee/app/shop"
)

// wantsFactor is the gateway's word for a card whose bank asks whether it is its owner.
const wantsFactor = "authentication_required"

// errFactor: the bank asks back before it says yes or no. The payment waits for the answer.
var errFactor = errors.New("the bank wants a second factor")

// factorBody is what the page shows on which the simulated bank asks back.
type factorBody struct {
	Pay *payBody
	// Back is where another card can be given.
	Back string
}

// askFactor lets the buyer answer for the payment of a name. An outside gateway asks in a
// window of its own.
func (v *visit) askFactor(b *shop.Basket, name, card string) error {
	body, err := v.payBody(b)
	if err != nil {
		return err
	}
	body.Name, body.Card = name, card
	v.view.Title = v.view.T("shop.factor_title")
	return v.show(v.shop.factor, factorBody{body, v.planned(v.payAt())})
}
