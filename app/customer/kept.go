package customer

import (
	"strings"

	"marquee/app"
	"marquee/indexes"
)

// Person is somebody with all numbers and addresses that they are known by: those of the
// customers who were merged into theirs, too.
type Person struct {
	IDs    []int64
	Emails []string
	words  []string
}

// Sought is the person as files are looked through for them, once for each address.
func (p *Person) Sought() (all []Erasing) {
	for _, email := range append([]string{""}, p.Emails...) {
		all = append(all, Erasing{Email: email, words: p.words})
	}
	return all
}

// PersonOf is the person behind some customers.
func PersonOf(r app.Reader, all []Customer) (p Person, err error) {
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
		p.IDs, p.words = append(p.IDs, c.ID), append(p.words, c.words(former)...)
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

// KeptMemberships gathers the groups that somebody is in.
func KeptMemberships(r app.Reader, who Person) (all []Membership, err error) {
	for _, id := range who.IDs {
		for hit, err := range membershipOf.Scan(r, indexes.Equal(id)) {
			if err != nil {
				return nil, err
			}
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}
