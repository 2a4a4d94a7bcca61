package imports

import (
	"context"
	"reflect"
	"time"

	"marquee/app"
	"marquee/app/customer"
)

// customersType is the name of an import whose records are customers.
const customersType = "customers"

func customers() *Type {
	return &Type{
		Name: customersType, About: "Customers. Found by id, else by external id, else by e-mail.",
		Needs: []app.Ability{app.CreateCustomers, app.EditCustomers},
		Fields: []Field{
			{Name: "id", About: "Number of a customer who is there.", Unique: true},
			{Name: "externalId", About: "What another system calls the customer.", Also: []string{"customer id", "external id", "kundennummer"}, Unique: true},
			{Name: "email", About: "E-mail address.", Also: []string{"e-mail", "email address", "e-mail-adresse", "adresse e-mail", "courriel"}, Unique: true},
			{Name: "name", About: "Whole name.", Also: []string{"full name", "customer name"}},
			{Name: "firstName", About: "First name; with surname in place of name.", Also: []string{"first name", "given name", "vorname", "prénom"}},
			{Name: "surname", About: "Surname.", Also: []string{"last name", "family name", "nachname", "nom"}},
			{Name: "title", About: "Title before the name.", Also: []string{"anrede", "salutation"}},
			{Name: "phone", About: "Telephone number.", Also: []string{"telephone", "phone number", "mobile", "telefon", "téléphone"}},
			{Name: "phoneCode", About: "Calling code of the country."},
			{Name: "locale", About: "Language, such as de or fr-CH.", Also: []string{"language", "sprache", "langue"}},
			{Name: "dob", About: "Date of birth.", Also: []string{"date of birth", "birthday", "geburtsdatum", "date de naissance"}},
			{Name: "nationality", About: "Country: its name, its letters or its number.", Wire: []string{"nationalityId"}},
			{Name: "vatNumber", About: "Tax number.", Also: []string{"vat number"}},
			{Name: "addressLine1", About: "Address. One without city and postcode is left out.", Also: []string{"address", "street", "address 1", "address line 1", "straße", "adresse"}},
			{Name: "addressLine2", About: "Second line of the address.", Also: []string{"address 2", "address line 2"}},
			{Name: "postcode", About: "Postcode.", Also: []string{"zip", "postal code", "zip code", "plz", "code postal"}},
			{Name: "city", About: "City.", Also: []string{"town", "ort", "stadt", "ville"}},
			{Name: "region", About: "State or region.", Also: []string{"state", "county", "province", "bundesland", "région"}},
			{Name: "country", About: "Country: its name, its letters or its number.", Wire: []string{"countryId"}, Also: []string{"land", "pays"}},
			{Name: "customerGroups", About: "Names or numbers of the groups that the customer is in, and no others; an empty cell takes the customer out of all that are filled by hand.", Also: []string{"groups", "tags"}},
		},
		Apply: applyCustomer,
	}
}

func applyCustomer(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	in := r.customerFields()
	known, found, err := r.knownCustomer()
	if err != nil {
		return m, err
	}
	if r.failed() {
		return m, nil
	}
	var now customer.Customer
	if found {
		m.did = Unchanged
		now, err = customer.Edit(ctx, d.app, d.caller, known.ID, in)
		if !reflect.DeepEqual(now, known) {
			m.did = Changed
		}
	} else {
		m.did = Created
		now, err = customer.Create(ctx, d.app, d.caller, in)
	}
	if m.id = now.ID; err != nil || !r.mapped("customerGroups") {
		return m, err
	}
	moved, err := customer.BeIn(ctx, d.app, d.caller, now.ID, r.list("customerGroups"))
	if moved && m.did == Unchanged {
		m.did = Changed
	}
	return m, err
}

// knownCustomer finds the customer of a row.
func (r record) knownCustomer() (c customer.Customer, found bool, err error) {
	if r.text("id") != "" {
		if c, err = customer.ByID(r.d.tx, r.id("id")); app.KindOf(err) == app.NotFound {
			r.note("id", "is no customer that there is")
			return c, false, nil
		}
		return c, err == nil, err
	}
	if external := r.text("externalId"); external != "" {
		if c, found, err = customer.ByExternalID(r.d.tx, external); err != nil || found {
			return c, found, err
		}
	}
	if email := r.text("email"); email != "" {
		return customer.KnownBy(r.d.tx, email)
	}
	return c, false, nil
}

func (r record) customerFields() customer.Fields {
	in := customer.Fields{
		Name: r.given("name"), FirstName: r.given("firstName"), Surname: r.given("surname"), Email: r.given("email"),
		ExternalID: r.maybe("externalId"), Title: r.maybe("title"), Locale: r.maybe("locale"), Phone: r.maybe("phone"),
		PhoneCode: maybe(r.number("phoneCode")), DOB: maybe[time.Time](r.day("dob")), VATNumber: r.maybe("vatNumber"),
		NationalityID: maybe(orNil(r.country("nationality"))),
	}
	if r.text("addressLine1") == "" && r.text("city") == "" && r.text("postcode") == "" {
		return in
	}
	if r.text("city") == "" || r.text("addressLine1") == "" {
		r.leave("addressLine1", "is not a whole address, and is left out")
		return in
	}
	in.Line1, in.Line2, in.Postcode = r.maybe("addressLine1"), r.maybe("addressLine2"), r.maybe("postcode")
	in.City, in.Region, in.CountryID = r.maybe("city"), r.maybe("region"), maybe(orNil(r.country("country")))
	return in
}

// failed tells that something is wrong with the row.
func (r record) failed() bool { return len(*r.bad) > 0 }

// orNil is a number, nil for 0.
func orNil(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}
