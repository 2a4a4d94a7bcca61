package customer

import (
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
		former, err := ownFormer(r, &all[i])
		if err != nil {
			return p, err
		}
		p.IDs, p.words = append(p.IDs, all[i].ID), append(p.words, all[i].words(former)...)
		for _, email := range append(former, all[i].Email) {
			if email != "" {
				p.Emails = append(p.Emails, app.Fold(email))
			}
		}
	}
	p.Emails = app.Distinct(p.Emails)
	return p, nil
}

// ownFormer are the addresses that a customer had before and that nobody else has now: what is
// kept under one of those is theirs.
func ownFormer(r app.Reader, c *Customer) (own []string, err error) {
	for _, email := range c.FormerEmails {
		_, taken, err := findEmail(r, email)
		if err != nil {
			return nil, err
		}
		if !taken {
			own = append(own, email)
		}
	}
	return own, nil
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
