package rules

import (
	"strings"
	"time"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/order"
)

// MustBeGiven tells whether something in a basket has to be somebody else's, was given to
// nobody yet, and can be before it was bought.
func MustBeGiven(it *order.Item, g *catalog.Goods) bool {
	bound := it.LeadItemID != 0 || it.ParentItemID != 0 || it.RequiresApproval || it.Replaced != nil
	return g.Sharing == catalog.SharedCompulsory && it.TransferID == 0 && it.Type.Shareable() && !bound
}

// CheckDelivery wants an address to be one that something can be sent to.
func CheckDelivery(to *customer.Address, needed bool) error {
	var p app.Problems
	for _, part := range []struct {
		name, text string
		needed     bool
	}{
		{"addressLine1", to.Line1, true}, {"addressLine2", to.Line2, false}, {"city", to.City, true},
		{"region", to.Region, false}, {"postcode", to.Postcode, false},
	} {
		switch {
		case utf8.RuneCountInString(part.text) > customer.MaxAddress:
			p.Add("address."+part.name, "must not be longer than %d characters", customer.MaxAddress)
		case needed && part.needed && app.Blank(part.text):
			p.Add("address."+part.name, "is required")
		}
	}
	switch _, known := company.CountryByID(to.CountryID); {
	case needed && to.CountryID == 0:
		p.Add("address.countryId", "is required")
	case to.CountryID != 0 && !known:
		p.Add("address.countryId", "does not exist")
	}
	return p.Err()
}

// CheckDetails refuses what no field of a form holds.
func CheckDetails(in *order.Details) error {
	var p app.Problems
	for _, f := range []struct {
		name string
		text *string
		most int
	}{{"name", &in.Name, customer.MaxName}, {"email", &in.Email, company.MaxEmail}, {"phone", &in.Phone, maxPhone}, {"language", &in.Language, maxLanguage}} {
		*f.text = strings.TrimSpace(*f.text)
		app.CheckShown(&p, f.name, *f.text, f.most)
	}
	return p.Err()
}

// CheckHolder refuses what is no name of a holder.
func CheckHolder(name string) error {
	var p app.Problems
	app.CheckShown(&p, "namedHolder", name, MaxHolderName)
	return p.Err()
}

// WhyNotRenamed says why the buyer of an order puts no other name on a ticket of it; "" where
// they can.
func WhyNotRenamed(it *order.Item, o *order.Order, g *catalog.Goods, now time.Time) string {
	n := catalog.NamingOf(g.Event)
	switch {
	case !n.Renaming || g.Named(o.Channel) == catalog.NamesOff:
		return "has a name that its buyer does not change"
	case !now.Before(g.Event.Start.Add(-time.Duration(n.RenameHours) * time.Hour)):
		return "is for an event that is too near"
	case n.MostRenames > 0 && it.Renames >= n.MostRenames:
		return "was renamed as often as it can be"
	case it.TransferID != 0:
		return "is being given to somebody already"
	}
	return ""
}

// OrderName is the name that an order gives beside that of its customer: two people may share an
// e-mail address, and each order has the name of who made it. Empty: it is the customer's.
func OrderName(given, known string) string {
	given = strings.TrimSpace(app.OneForm(given))
	if given == "" || app.Fold(given) == app.Fold(app.OneForm(known)) {
		return ""
	}
	if r := []rune(given); len(r) > customer.MaxName {
		given = string(r[:customer.MaxName])
	}
	return given
}

// CheckGiven refuses a basket with what has to be somebody else's and was given to nobody
// yet.
func CheckGiven(b *Basket) error {
	if b.Order.Status != order.Active {
		return nil // nobody could give it any more before it is paid
	}
	for _, u := range b.Units {
		if !u.Bundled() && MustBeGiven(&u.Item, b.Goods[u.SaleItemID]) {
			return app.Field("basketId", "has something that has to be given to somebody first")
		}
	}
	return nil
}

// NameUnit puts a name on a unit, and tells whether that is another one.
func (b *Basket) NameUnit(p *app.Problems, u *Unit, name, at string) (changed bool) {
	name = strings.TrimSpace(name)
	switch {
	case u.NamedHolder == name:
	case !app.CheckShown(p, at, name, MaxHolderName):
	case b.named(u) == catalog.NamesOff && name != "":
		p.Add(at, "is for tickets of events that want names")
	default:
		u.NamedHolder, u.Changed = name, true
		return true
	}
	return false
}

// named is whether a unit has a name.
func (b *Basket) named(u *Unit) catalog.NameRule { return b.Goods[u.SaleItemID].Named(b.Order.Channel) }

// CheckNames refuses a basket with tickets that have to have a name. What is given to others
// gets that of theirs, and dates are moved with what was there.
func CheckNames(b *Basket) error {
	if b.Order.Status != order.Active || b.Order.Rebooks {
		return nil
	}
	for _, u := range b.Units {
		if u.NamedHolder == "" && u.TransferID == 0 && b.named(u) == catalog.NamesMandatory {
			return app.Field("basketId", "has tickets without the names of who holds them")
		}
	}
	return nil
}
