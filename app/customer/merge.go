package customer

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/indexes"
)

// Merge makes everything that a customer has another one's, who is the same person: orders,
// tickets, money on accounts, answers, groups, listings and mails. The duplicate signs in
// nowhere any more and is found by its number alone, as one that was deleted. What lies in many
// orders follows in the background, in bounded transactions; until all has, what still is the
// duplicate's works as before.
func Merge(ctx context.Context, a *app.App, c *app.Caller, keepID, duplicateID int64, take ...Part) (kept Customer, err error) {
	if err := c.Need(app.DeleteCustomers); err != nil {
		return kept, err
	}
	if keepID == duplicateID {
		return kept, app.Field(duplicateField, "is the same customer")
	}
	err = a.Update(ctx, c, app.EditCustomers, func(tx app.Tx) (err error) {
		tx = app.WholeTx(tx) // a person is one person everywhere
		if kept, err = mayMerge(tx, keepID, keepField); err != nil {
			return err
		}
		duplicate, err := mayMerge(tx, duplicateID, duplicateField)
		if err != nil {
			return err
		}
		if !company.SameEmail(duplicate.Email, kept.Email) {
			if err := mayTake(tx, c, &duplicate, duplicateField); err != nil {
				return err
			}
		}
		if err := notTooMany(tx, keepID, duplicateID); err != nil {
			return err
		}
		if err := mergers.Put(tx, &merger{FromID: duplicateID, IntoID: keepID, UserID: c.UserID, At: tx.Now()}); err != nil {
			return err
		}
		if err := bury(tx, &duplicate, keepID); err != nil {
			return err
		}
		if err := inherit(tx, &kept, &duplicate, take); err != nil {
			return err
		}
		if err := mergeStep(tx, duplicateID, true); err != nil {
			return err
		}
		kept, err = Customers.Get(tx, keepID)
		return err
	})
	return kept, err
}

// The fields that refusals name.
const (
	keepField      = "keepCustomerId"
	duplicateField = "mergeCustomerId"
)

// mayMerge finds one of the two. Somebody of the company is no customer like others, and of
// two merges at once with one customer each would have to wait for the other.
func mayMerge(tx app.Tx, id int64, field string) (Customer, error) {
	c, err := ByID(tx, id)
	if err != nil {
		return c, err
	}
	if err := Hold(tx, id); err != nil {
		return c, err
	}
	for _, err := range mergeOpen.Keys(tx, indexes.Equal(id).Limit(1)) {
		if err == nil {
			err = app.Field(field, "is being merged with another customer")
		}
		return c, err
	}
	if c.Email == "" {
		return c, nil
	}
	u, err := company.UserByEmail(tx, c.Email)
	if app.KindOf(err) == app.NotFound {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	staff, err := company.Belongs(tx, u.ID)
	if err == nil && staff {
		err = app.Field(field, "has the e-mail address of a user of the company")
	}
	return c, err
}

// notTooMany bounds how many were merged into one customer: the next merge, or an erasure,
// writes about each of them in one transaction.
func notTooMany(tx app.Tx, ids ...int64) error {
	n := 0
	for _, id := range ids {
		all, err := mergedInto(tx, id)
		if err != nil {
			return err
		}
		n += len(all)
	}
	if n >= maxDuplicates {
		return app.Field(keepField, "has had as many others merged into it as there may be")
	}
	return nil
}

// bury leaves of a duplicate who it was, and into whom it was merged. Those who were merged
// into it before are the kept one's now.
func bury(tx app.Tx, duplicate *Customer, keepID int64) error {
	if err := endTokens(tx, duplicate.ID); err != nil {
		return err
	}
	before, err := mergedInto(tx, duplicate.ID)
	if err != nil {
		return err
	}
	for i := range before {
		before[i].IntoID = keepID
		if err := mergers.Put(tx, &before[i]); err != nil {
			return err
		}
		if err := pointAt(tx, before[i].FromID, keepID); err != nil {
			return err
		}
	}
	return pointAt(tx, duplicate.ID, keepID)
}

func pointAt(tx app.Tx, id, keepID int64) error {
	_, err := customerTable.Update(tx, id, func(c *Customer) error {
		if c.DeletedAt == nil {
			now := tx.Now()
			c.DeletedAt = &now
		}
		c.MergedInto, c.PasswordHash = keepID, ""
		return nil
	})
	return err
}

// Part is a part of a customer that is taken from a duplicate in place of one's own.
type Part string

// The parts.
const (
	NamePart    Part = "name"
	PhonePart   Part = "phone"
	AddressPart Part = "address"
	LocalePart  Part = "locale"
	DOBPart     Part = "dob"
)

// Values are all parts.
func (Part) Values() []string {
	return []string{string(NamePart), string(PhonePart), string(AddressPart), string(LocalePart), string(DOBPart)}
}

// take puts a part of the duplicate in place of the kept customer's own, where it has one.
func (kept *Customer) take(p Part, duplicate *Customer) {
	switch p {
	case NamePart:
		kept.Name = duplicate.Name
	case PhonePart:
		if duplicate.Phone != "" {
			kept.Phone, kept.PhoneCode = duplicate.Phone, duplicate.PhoneCode
		}
	case AddressPart:
		if duplicate.Address != (Address{}) {
			kept.Address = duplicate.Address
		}
	case LocalePart:
		if duplicate.Locale != "" {
			kept.Locale = duplicate.Locale
		}
	case DOBPart:
		if duplicate.DOB != nil {
			kept.DOB = duplicate.DOB
		}
	}
}

// inherit gives the kept customer what is known of the duplicate alone, and the parts that are to
// be taken from it. The e-mail and the password stay.
func inherit(tx app.Tx, kept, duplicate *Customer, take []Part) error {
	was := *kept
	for _, p := range take {
		kept.take(p, duplicate)
	}
	fill(&kept.ExternalID, duplicate.ExternalID)
	fill(&kept.SSOID, duplicate.SSOID)
	fill(&kept.Title, duplicate.Title)
	fill(&kept.Locale, duplicate.Locale)
	fill(&kept.DOB, duplicate.DOB)
	fill(&kept.NationalityID, duplicate.NationalityID)
	fill(&kept.Image, duplicate.Image)
	fill(&kept.Address, duplicate.Address)
	if kept.Phone == "" {
		kept.Phone, kept.PhoneCode = duplicate.Phone, duplicate.PhoneCode
	}
	if kept.VATNumber == "" {
		kept.VATNumber, kept.VATCountryVerified = duplicate.VATNumber, duplicate.VATCountryVerified
	}
	return store(tx, &was, kept)
}

func fill[T comparable](known *T, other T) {
	var none T
	if *known == none {
		*known = other
	}
}
