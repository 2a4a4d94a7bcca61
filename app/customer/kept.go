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
}

// PersonOf is the person behind some customers.
func PersonOf(all []Customer) (p Person) {
	for i := range all {
		p.IDs = append(p.IDs, all[i].ID)
		if all[i].Email != "" {
			p.Emails = append(p.Emails, app.Fold(all[i].Email))
		}
	}
	p.Emails = app.Distinct(p.Emails)
	return p
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
