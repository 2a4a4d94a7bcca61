package customer

import (
	"strings"

	"marquee/app"
)

// findSSO gives the customer with an id of single sign-on. One that is named beside it
// by id or e-mail must be the same; without an id of that kind it is given this one. Whoever
// has the id signs in as the customer: one who was known before is given it by those alone who
// may do as much. For others the sale goes on without it, which tells them nothing of the e-mail.
func findSSO(tx app.Tx, in Buyer) (Customer, error) {
	var p app.Problems
	checkText(&p, "customerSsoId", in.SSOID, maxSSO)
	if err := p.Err(); err != nil {
		return Customer{}, err
	}
	known, found, err := bySSOID.Find(tx, in.SSOID)
	named := in
	named.SSOID = ""
	switch {
	case err != nil:
		return Customer{}, err
	case found && named.ID == 0 && strings.TrimSpace(named.Email) == "":
		return known, Hold(tx, known.ID)
	case named.Anonymous():
		return Customer{}, app.Field("customerSsoId", "does not exist")
	}
	c, made, err := findOrMake(tx, named)
	switch {
	case err != nil || c.SSOID == in.SSOID:
		return c, err
	case found || c.SSOID != "":
		return Customer{}, app.Field("customerSsoId", "belongs to another customer")
	case !made && !in.LinkKnown:
		return c, nil
	case !made:
		app.Note(tx, "customers", c.ID, "noted an id of single sign-on")
	}
	return customerTable.Update(tx, c.ID, func(c *Customer) error { c.SSOID = in.SSOID; return nil })
}
