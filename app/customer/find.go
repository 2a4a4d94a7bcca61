package customer

import (
	"errors"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// ByID finds a customer that is not deleted.
func ByID(r app.Reader, id int64) (Customer, error) {
	c, err := Customers.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && c.DeletedAt != nil {
		return Customer{}, app.Missing("customer")
	}
	return c, err
}

// ByEmail finds a customer that is not deleted, whatever the case of the address.
func ByEmail(r app.Reader, email string) (Customer, error) {
	c, found, err := findEmail(r, email)
	if err == nil && !found {
		err = app.Missing("customer")
	}
	return c, err
}

// Many finds customers, deleted ones too, in no promised order. Zero and unknown
// ids are left out.
func Many(r app.Reader, ids []int64) ([]Customer, error) { return Customers.GetMany(r, ids) }

// Contact is what is shown of a customer beside an order or a ticket.
type Contact struct {
	ID    int64  `msgpack:"id"`
	Name  string `msgpack:"n"`
	Email string `msgpack:"e"`
}

var contacts = indexes.PartOf[Customer, Contact](Customers)

// Contacts is Many for those who need no more than names and addresses.
func Contacts(r app.Reader, ids []int64) ([]Contact, error) { return contacts.GetMany(r, ids) }

// findEmail looks for an address in every form that it may be stored in.
func findEmail(r app.Reader, email string) (c Customer, found bool, err error) {
	for _, form := range company.EmailForms(email) {
		if c, found, err = byEmail.Find(r, app.Fold(form)); err != nil || found {
			break
		}
	}
	return c, found, err
}

// alsoAs is the normal form of an address that an earlier release stored in another; none for
// most.
func alsoAs(email string) []string {
	if normal, err := company.NormalEmail(email); err == nil && app.Fold(normal) != app.Fold(email) {
		return []string{normal}
	}
	return nil
}

// Buyer is how a sale names its customer. The id beats name and e-mail.
type Buyer struct {
	ID          int64
	Name, Email string
	// Phone and Locale are noted on a customer who is new.
	Phone, Locale string
	// SSOID names the customer alone, or is to be noted on the one named beside it.
	SSOID string
	// MustName asks for the name even of a customer who is known: the caller may not
	// learn which e-mails are.
	MustName bool
	// LinkKnown: SSOID may be noted on a customer who was known before.
	LinkKnown bool
}

// Anonymous tells that nobody is named.
func (b Buyer) Anonymous() bool {
	return b.ID == 0 && strings.TrimSpace(b.Name) == "" && strings.TrimSpace(b.Email) == "" && strings.TrimSpace(b.SSOID) == ""
}

// NameAlone is the name of a buyer who gives no e-mail. Such a buyer becomes no
// customer: the name stands on the order. It is empty for every other buyer.
func (b Buyer) NameAlone() (string, error) {
	name := strings.TrimSpace(b.Name)
	if b.ID != 0 || strings.TrimSpace(b.Email) != "" || strings.TrimSpace(b.SSOID) != "" || name == "" {
		return "", nil
	}
	var p app.Problems
	app.CheckShown(&p, "customerName", name, MaxName)
	if app.Blank(name) {
		p.Add("customerName", "is required")
	}
	return name, p.Err()
}

// FindOrCreate gives the customer of a sale: by id, else by e-mail, else a new
// one, for whom the name is required. A known customer keeps the name on file.
// For an anonymous buyer the customer is the zero one. Refusals name the fields
// customerId, customerName and customerEmail.
func FindOrCreate(tx app.Tx, in Buyer) (Customer, error) {
	if in.SSOID = strings.TrimSpace(in.SSOID); in.SSOID != "" {
		return findSSO(tx, in)
	}
	c, _, err := findOrMake(tx, in)
	return c, err
}

// findOrMake is FindOrCreate without single sign-on. It tells whether the customer is new.
func findOrMake(tx app.Tx, in Buyer) (c Customer, made bool, err error) {
	if in.ID != 0 {
		if c, err = ByID(tx, in.ID); err == nil {
			err = Hold(tx, c.ID)
		}
		return c, false, err
	}
	if in.Anonymous() {
		return Customer{}, false, nil
	}
	c, err = buyer(in)
	if err == nil && in.MustName && app.Blank(c.Name) {
		err = app.Field("customerName", "is required")
	}
	if err != nil {
		return Customer{}, false, err
	}
	known, found, err := findEmail(tx, in.Email)
	if err != nil {
		return known, false, err
	}
	if found {
		return known, false, Hold(tx, known.ID)
	}
	if app.Blank(c.Name) {
		return Customer{}, false, app.Field("customerName", "is required")
	}
	err = customerTable.Insert(tx, &c)
	return c, true, err
}

// buyer checks the form of a name and an e-mail.
func buyer(in Buyer) (Customer, error) {
	var p app.Problems
	c := Customer{Name: strings.TrimSpace(in.Name), Phone: strings.TrimSpace(in.Phone), Locale: in.Locale}
	app.CheckShown(&p, "customerName", c.Name, MaxName)
	app.CheckShown(&p, "phone", c.Phone, MaxPhone)
	var err error
	switch c.Email, err = company.NormalEmail(in.Email); {
	case strings.TrimSpace(in.Email) == "":
		p.Add("customerEmail", "is required")
	case err != nil:
		p.Add("customerEmail", "must be a valid e-mail address")
	}
	return c, p.Err()
}

// ByExternalID finds the customer that a system elsewhere calls so.
func ByExternalID(r app.Reader, external string) (Customer, bool, error) {
	return byExternalID.Find(r, external)
}

// KnownBy finds the customer with an address, if there is one.
func KnownBy(r app.Reader, email string) (Customer, bool, error) { return findEmail(r, email) }
