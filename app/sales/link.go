package sales

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
	"marquee/app/sales/rules"
)

// LinkWish asks for a link that hands the basket over to a browser.
type LinkWish struct {
	// SuccessURL and FailureURL are where the browser goes afterwards.
	SuccessURL, FailureURL string
}

// check refuses addresses that no browser should be sent to.
func (w *LinkWish) check() error {
	var p app.Problems
	for _, one := range []struct{ field, url string }{{"successRedirectUrl", w.SuccessURL}, {"failureRedirectUrl", w.FailureURL}} {
		if one.url != "" && !company.WebAddress(one.url) {
			p.Add(one.field, "must be a web address")
		}
	}
	return p.Err()
}

// giveLink gives the basket a link. It keeps the one that it has: a browser may be under way
// with it.
func giveLink(d *Draft, w *LinkWish, token string) error {
	kinds, err := d.Kinds()
	if err != nil {
		return err
	}
	var r rules.Refusals
	if rules.CheckCancelled(&d.Basket, &r, kinds); r != nil {
		return r.Err()
	}
	l := order.Link{Token: token, SuccessURL: w.SuccessURL, FailureURL: w.FailureURL}
	if was := d.Order.Link; was != nil {
		l.Token = was.Token
	}
	d.Order.Link = &l
	return nil
}
