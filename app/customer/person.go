package customer

import (
	"context"
	"strings"

	"marquee/app"
	"marquee/app/async"
	"marquee/app/person"
)

// rules are those of all areas. Asynchronous answers may repeat what any of them keeps: what is
// to be forgotten of them is looked for at the end.
func rules(r app.Reader) []person.Rule {
	own := person.Rule{Name: "groups", Merge: moveGroups, Export: exportGroups} // left as an erasure begins
	last := person.Rule{Name: "asynchronous answers", Waits: true, Erase: eraseAnswers}
	return append(append([]person.Rule{own}, ports(r).Personal()...), last)
}

// ExportPerson gathers what is kept about a customer.
func ExportPerson(ctx context.Context, a *app.App, c *app.Caller, id int64) (out person.Export, err error) {
	err = a.View(ctx, c, app.DeleteCustomers, func(r app.Reader) error {
		who, err := ByID(r, id)
		if err != nil {
			return err
		}
		merged, err := Duplicates(r, id)
		if err != nil {
			return err
		}
		all := append([]Customer{who}, merged...)
		out = person.Export{CustomerID: id, At: r.SafeTime()}
		out.Add("customer", all)
		if out.Who, err = PersonOf(r, all); err != nil {
			return err
		}
		return out.Gather(r, rules(r))
	})
	return out, err
}

// MayGiveOut refuses who may not see what stands in an export of a person.
func MayGiveOut(c *app.Caller) error {
	for _, needed := range []app.Ability{app.DeleteCustomers, app.ViewCustomers, app.ViewOrders} {
		if err := c.Need(needed); err != nil {
			return err
		}
	}
	return nil
}

// GiveOut is ExportPerson for somebody who asked for it. That it was given out is written down.
func GiveOut(ctx context.Context, a *app.App, c *app.Caller, id int64) (person.Export, error) {
	if err := MayGiveOut(c); err != nil {
		return person.Export{}, err
	}
	out, err := ExportPerson(ctx, a, c, id)
	if err != nil {
		return out, err
	}
	return out, a.Update(ctx, c, app.DeleteCustomers, func(tx app.Tx) error {
		app.Note(tx, "customers", id, "all that is kept was given out")
		return nil
	})
}

// PersonOf is the person behind some customers.
func PersonOf(r app.Reader, all []Customer) (p person.Who, err error) {
	for i := range all {
		c := all[i]
		former, err := unclaimed(r, c.FormerEmails)
		if err != nil {
			return p, err
		}
		if c.DeletedAt != nil { // merged, and the address is free
			left, err := unclaimed(r, []string{c.Email})
			if err != nil {
				return p, err
			}
			c.Email = strings.Join(left, "")
		}
		former = append(former, alsoAs(c.Email)...)
		p.IDs, p.Words = append(p.IDs, c.ID), append(p.Words, c.words(former)...)
		for _, email := range append(former, c.Email) {
			if email != "" {
				p.Emails = append(p.Emails, app.Fold(email))
			}
		}
	}
	p.Emails = app.Distinct(p.Emails)
	return p, nil
}

// unclaimed are those of some texts that are the address of nobody now. What is kept under an
// address that somebody had before, and another has now, is the other's.
func unclaimed(r app.Reader, texts []string) (left []string, err error) {
	for _, text := range texts {
		_, taken, err := findEmail(r, text)
		if err != nil {
			return nil, err
		}
		if !taken {
			left = append(left, text)
		}
	}
	return left, nil
}

func exportGroups(r app.Reader, x *person.Export) error {
	var all []Membership
	for _, id := range x.Who.IDs {
		some, err := groupsOf(r, id)
		if err != nil {
			return err
		}
		all = append(all, some...)
	}
	x.Add("groups", all)
	return nil
}

// eraseAnswers forgets the answers to asynchronous requests that tell of an erased customer: they
// are kept for hours.
func eraseAnswers(tx app.Tx, e *person.Erasing) error {
	if len(e.Words()) == 0 {
		return nil
	}
	at, err := async.ParseLooked(e.Place())
	if err != nil {
		return err
	}
	at, more, err := async.ForgetAbout(tx, at, e.Words())
	if more {
		e.GoOn(at.String())
	}
	return err
}
