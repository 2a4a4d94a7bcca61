package customer

import (
	"strings"

	"marquee/app"
)

// findSSO gives the customer with an id of single sign-on. One that is named beside it
// by id or e-mail must be the same; without an id of that kind it is given this one.
func findSSO(tx app.Tx, in Buyer) (Customer, error) {
	var p app.Problems
	checkText(&p, "customerSsoId", in.SSOID, maxSSO)
	if err := p.Err(); err != nil {
		return Customer{}, err
	}
	known, found, err := bySSOID.Find(tx, in.SSOID)
	named := Buyer{ID: in.ID, Name: in.Name, Email: in.Email}
	switch {
	case err != nil:
		return Customer{}, err
	case found && named.ID == 0 && strings.TrimSpace(named.Email) == "":
		return known, Hold(tx, known.ID)
	case named.Anonymous():
		return Customer{}, app.Field("customerSsoId", "does not exist")
	}
	c, err := FindOrCreate(tx, named)
	switch {
	case err != nil || c.SSOID == in.SSOID:
		return c, err
	case found || c.SSOID != "":
		return Customer{}, app.Field("customerSsoId", "belongs to another customer")
	}
	return Customers.Update(tx, c.ID, func(c *Customer) error { c.SSOID = in.SSOID; return nil })
}
