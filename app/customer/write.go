package customer

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/indexes"
)

// Invent keeps a customer that the demo made up.
func Invent(tx app.Tx, c *Customer) error { return customerTable.Insert(tx, c) }

// Create adds a customer. Name and e-mail are required, and an e-mail that a
// customer of the company has already is refused.
func Create(ctx context.Context, a *app.App, c *app.Caller, in Fields) (Customer, error) {
	var draft Customer
	if err := in.check(draft, a); err != nil {
		return Customer{}, err
	}
	hash, err := in.hash(ctx, a, *in.Email)
	if err != nil {
		return Customer{}, err
	}
	var made Customer
	err = a.Update(ctx, c, app.CreateCustomers, func(tx app.Tx) error {
		made = Customer{PasswordHash: hash}
		if err := in.apply(&made, tx.Wall()); err != nil {
			return err
		}
		if err := in.refuseTaken(tx, 0); err != nil {
			return err
		}
		if err := findCity(tx, Address{}, &made.Address); err != nil {
			return err
		}
		return taken(customerTable.Insert(tx, &made))
	})
	return made, err
}

// refuseTaken refuses an e-mail that another customer has, in whatever form it is stored.
func (f *Fields) refuseTaken(r app.Reader, id int64) error {
	if f.Email == nil {
		return nil
	}
	known, found, err := findEmail(r, *f.Email)
	if err == nil && found && known.ID != id {
		err = app.Field("email", "has already been taken")
	}
	return err
}

// Edit changes the fields that were given and leaves the others alone. Nothing
// is written, and nobody is told, when all are as they were. The e-mail of a customer who
// signs in from the promoter's own system is changed by that alone: it would put it back. Whoever
// has the e-mail signs in: that of one who has something to lose is changed by those alone who
// may sign customers in.
func Edit(ctx context.Context, a *app.App, c *app.Caller, id int64, in Fields) (Customer, error) {
	hash, err := in.newHash(ctx, a, c, id)
	if err != nil {
		return Customer{}, err
	}
	var edited Customer
	err = a.Update(ctx, c, app.EditCustomers, func(tx app.Tx) error {
		old, err := ByID(tx, id)
		if err != nil {
			return err
		}
		if in.UnchangedSince != nil && old.UpdatedAt.After(*in.UnchangedSince) {
			return app.Refuse(app.Conflict, "This was changed by somebody else in the meantime. Please look at it again.")
		}
		edited = old
		if err := in.apply(&edited, tx.Wall()); err != nil {
			return err
		}
		if err := mayMove(tx, c, &old, &edited); err != nil {
			return err
		}
		if err := in.refuseTaken(tx, id); err != nil {
			return err
		}
		if err := findCity(tx, old.Address, &edited.Address); err != nil {
			return err
		}
		if hash != "" {
			edited.PasswordHash = hash
		}
		if reflect.DeepEqual(old, edited) {
			return nil
		}
		return store(tx, &old, &edited)
	})
	return edited, err
}

// mayMove refuses another e-mail to who may not give one to the customer.
func mayMove(r app.Reader, c *app.Caller, old, edited *Customer) error {
	if company.SameEmail(edited.Email, old.Email) {
		return nil
	}
	if old.SSOID != "" {
		return app.Field("email", "comes from single sign-on, and is changed there")
	}
	if old.Email == "" {
		return nil
	}
	return mayTake(r, c, old, "email")
}

// mayTake refuses to give what a customer has to another address: whoever has that signs in.
// Those who may sign customers in may, and all where there is nothing to lose.
func mayTake(r app.Reader, c *app.Caller, of *Customer, field string) error {
	if c.Can(app.SignInCustomers) {
		return nil
	}
	lose := of.PasswordHash != "" || of.SSOID != ""
	for _, has := range []func(app.Reader, int64) (bool, error){ports(r).HasMoney, ports(r).HasOrders} {
		if lose {
			break
		}
		var err error
		if lose, err = has(r, of.ID); err != nil {
			return err
		}
	}
	if lose {
		return app.Field(field, "is that of a customer with orders, money or a log-in: only those who may sign customers in change it")
	}
	return nil
}

// findCity gives an address that changed the record of its city, made when nobody
// named that city before.
func findCity(tx app.Tx, old Address, a *Address) error {
	if a.City == "" {
		a.CityID = 0
		return nil
	}
	if a.City == old.City && a.Region == old.Region && a.CountryID == old.CountryID && old.CityID != 0 {
		return nil
	}
	city, err := catalog.CityOf(tx, catalog.City{Name: a.City, Region: a.Region, CountryID: a.CountryID})
	a.CityID = city.ID
	return err
}

// store writes an edited customer and tells who listens. What was mailed to an address that
// is not the customer's any more, and whoever came by it, has no way in.
func store(tx app.Tx, old, edited *Customer) error {
	next := *edited
	next.noteFormer(old.Email)
	written, err := customerTable.Update(tx, old.ID, func(c *Customer) error { *c = next; return nil })
	if err != nil {
		return taken(err)
	}
	*edited = written
	if old.Email != edited.Email {
		if err := endTokens(tx, old.ID); err != nil {
			return err
		}
	}
	if old.Email != "" && !company.SameEmail(old.Email, edited.Email) {
		if err := ports(tx).Moved(tx, Change{Was: old, Now: edited}); err != nil {
			return err
		}
	}
	return ports(tx).Changed(tx, Change{Was: old, Now: edited})
}

// noteFormer keeps the address that a customer had until now.
func (c *Customer) noteFormer(old string) {
	if old == "" || app.Fold(old) == app.Fold(c.Email) {
		return
	}
	c.FormerEmails = slices.DeleteFunc(slices.Clone(c.FormerEmails), func(e string) bool {
		return app.Fold(e) == app.Fold(old) || app.Fold(e) == app.Fold(c.Email)
	})
	c.FormerEmails = append(c.FormerEmails, old)
	c.FormerEmails = c.FormerEmails[max(0, len(c.FormerEmails)-maxFormer):]
}

// check refuses what can be refused before the work of hashing a password.
func (f *Fields) check(draft Customer, a *app.App) error { return f.apply(&draft, a.Now()) }

// newHash is hash for a customer that exists: a password is compared with the
// e-mail that the customer has, or is to have.
func (f *Fields) newHash(ctx context.Context, a *app.App, c *app.Caller, id int64) (string, error) {
	if f.Password == nil || *f.Password == "" {
		return "", nil
	}
	var known Customer
	err := a.View(ctx, c, app.EditCustomers, func(r app.Reader) (err error) {
		known, err = ByID(r, id)
		return err
	})
	if err == nil {
		err = f.apply(&known, a.Now())
	}
	if err != nil {
		return "", err
	}
	return f.hash(ctx, a, known.Email)
}

// hash is the PHC string of a new password, empty when none was given.
func (f *Fields) hash(ctx context.Context, a *app.App, email string) (string, error) {
	if f.Password == nil || *f.Password == "" {
		return "", nil
	}
	return company.HashPassword(ctx, a, "password", *f.Password, email)
}

// taken turns a unique key that is in use into a refusal of its field.
func taken(err error) error {
	var key *indexes.TakenError
	if !errors.As(err, &key) {
		return err
	}
	field := "email"
	if key.Index == "external" {
		field = "externalId"
	}
	return app.Field(field, "has already been taken")
}

// Touch lets a customer count as changed, because something did that is shown with them. One
// who was deleted or merged is let be.
func Touch(tx app.Tx, id int64) error {
	c, err := Customers.Get(tx, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return nil
	}
	if err != nil || c.DeletedAt != nil {
		return err
	}
	_, err = customerTable.Update(tx, id, func(*Customer) error { return nil })
	return err
}
