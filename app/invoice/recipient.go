package invoice

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/order"
)

// namers may say whom an invoice is for: buyers of a basket that is theirs, and staff.
var namers = app.AnyOf{app.Sell, app.EditOrders}

// SetRecipient says whom the invoice of a basket or order is for, as long as there is none.
func SetRecipient(ctx context.Context, a *app.App, c *app.Caller, k order.Key, to *Buyer) error {
	if err := to.check(); err != nil {
		return err
	}
	return a.Update(ctx, c, namers, func(tx app.Tx) error {
		o, err := order.FindPayable(tx, c, k)
		if err != nil {
			return err
		}
		if written, err := hasAny(tx, o.ID); err != nil || written {
			if err != nil {
				return err
			}
			return app.Field("orderId", "has an invoice already")
		}
		return recipients.Put(tx, &Recipient{o.ID, *to})
	})
}

// RecipientOfBasket is whom the invoice of a basket of the caller is for, false where nobody
// said.
func RecipientOfBasket(ctx context.Context, a *app.App, c *app.Caller, k order.Key) (to Buyer, named bool, err error) {
	err = a.View(ctx, c, namers, func(r app.Reader) error {
		o, err := order.FindPayable(r, c, k)
		if err == nil {
			to, named, err = RecipientOf(r, o.ID)
		}
		return err
	})
	return to, named, err
}

// ForgetRecipient forgets whom the invoice of a basket of the caller is for.
func ForgetRecipient(ctx context.Context, a *app.App, c *app.Caller, k order.Key) error {
	return a.Update(ctx, c, namers, func(tx app.Tx) error {
		o, err := order.FindPayable(tx, c, k)
		if err != nil {
			return err
		}
		return Forget(tx, order.Blanking{OrderID: o.ID})
	})
}

// RecipientOf is whom the invoice of a basket or order is for, false where nobody said.
func RecipientOf(r app.Reader, orderID int64) (Buyer, bool, error) {
	rec, found, err := recipients.Find(r, orderID)
	return rec.Buyer, found, err
}

// check trims what was typed, and names what is wrong with it.
func (b *Buyer) check() error {
	var p app.Problems
	for _, f := range []struct {
		name string
		text *string
		most int
	}{
		{"company", &b.Company, MaxText}, {"name", &b.Name, MaxText}, {"addressLine1", &b.Line1, MaxText},
		{"addressLine2", &b.Line2, MaxText}, {"postcode", &b.Postcode, MaxText}, {"city", &b.City, MaxText},
		{"reference", &b.Reference, MaxReference},
	} {
		*f.text = strings.TrimSpace(*f.text)
		app.CheckShown(&p, f.name, *f.text, f.most)
	}
	if b.Email = strings.TrimSpace(b.Email); b.Email != "" {
		var err error
		if b.Email, err = company.NormalEmail(b.Email); err != nil {
			p.Add("email", "must be a valid e-mail address")
		}
	}
	b.VATNumber = strings.TrimSpace(b.VATNumber)
	company.CheckTaxNumber(&p, "vatNumber", b.VATNumber)
	if b.Company == "" && b.Name == "" {
		p.Add("company", "is required without a name")
	}
	b.checkAddress(&p)
	return p.Err()
}

func (b *Buyer) checkAddress(p *app.Problems) {
	for _, f := range []struct{ name, text string }{{"addressLine1", b.Line1}, {"postcode", b.Postcode}, {"city", b.City}} {
		if f.text == "" {
			p.Add(f.name, "is required")
		}
	}
	if _, known := company.CountryByID(b.CountryID); !known {
		p.Add("countryId", "is unknown")
	}
}

// Forget forgets whom the next invoice of an order is for, when its buyer is erased.
func Forget(tx app.Tx, b order.Blanking) error {
	if b.ItemID != 0 {
		return nil
	}
	if _, found, err := recipients.Find(tx, b.OrderID); err != nil || !found {
		return err
	}
	return recipients.Delete(tx, b.OrderID)
}

// Inherit lets an order that is to take the place of another have the same recipient.
func Inherit(tx app.Tx, t order.Takeover) error {
	rec, found, err := recipients.Find(tx, t.From)
	if err != nil || !found {
		return err
	}
	rec.OrderID = t.To
	return recipients.Put(tx, &rec)
}
