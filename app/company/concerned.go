package company

import (
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/audit"
	"marquee/indexes"
)

// Concerned are the companies that a change outside of any company is about: that of a
// user is about all to which they belong.
func Concerned(r app.Reader, objects []audit.Object) (ids []int64, err error) {
	for i := range objects {
		var some []int64
		switch o := &objects[i]; o.Type {
		case "companies":
			some = []int64{o.ID()}
		case "users":
			some, err = companiesOfUser(r, o.ID())
		case "members":
			some, err = companyOfMember(r, o.ID())
		case "tokens":
			some, err = companiesOfToken(r, o.ID())
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, some...)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

func companiesOfUser(r app.Reader, id int64) (ids []int64, err error) {
	all, err := everyMembership(r, id)
	for i := range all {
		ids = append(ids, all[i].CompanyID)
	}
	return ids, err
}

func companyOfMember(r app.Reader, id int64) ([]int64, error) {
	m, err := members.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return nil, nil
	}
	return []int64{m.CompanyID}, err
}

func companiesOfToken(r app.Reader, id int64) ([]int64, error) {
	t, err := tokens.Get(r, id)
	switch {
	case errors.Is(err, indexes.ErrNotFound):
		return nil, nil
	case err != nil || t.CompanyID != 0:
		return []int64{t.CompanyID}, err
	}
	return companiesOfUser(r, t.UserID)
}
