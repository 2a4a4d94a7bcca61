package customer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"marquee/app"
	"marquee/app/search"
	"marquee/indexes"
)

// Reason is something that two customers have in common.
type Reason string

// The reasons to take two customers for one person.
const (
	SamePhone Reason = "phone"
	SamePlace Reason = "name_and_postcode"
	SameMail  Reason = "similar_email" // the same name, and the same mailbox elsewhere or spelled otherwise
)

// Values are all reasons.
func (Reason) Values() []string {
	return []string{string(SamePhone), string(SamePlace), string(SameMail)}
}

// Alike is a customer who may be the same person as another.
type Alike struct {
	Customer
	Reasons []Reason
}

// ReadAlike finds who may be the same person as a customer, those first who have most in common.
func ReadAlike(ctx context.Context, a *app.App, c *app.Caller, id int64) (all []Alike, err error) {
	err = a.View(ctx, c, app.ViewCustomers, func(r app.Reader) error {
		of, err := ByID(r, id)
		if err == nil {
			all, err = FindAlike(r, &of)
		}
		return err
	})
	return all, err
}

// FindAlike looks at those whose name has the same words, and at those whose address begins alike.
func FindAlike(r app.Reader, of *Customer) (all []Alike, err error) {
	var found indexes.Marks
	box, _, _ := strings.Cut(of.Email, "@")
	for _, asked := range []search.Asked{search.Query(of.Name), search.Query(bare(box))} {
		if len(asked) == 0 || len(asked.First()) < shortAlike {
			continue
		}
		some, err := Found(r, asked)
		if err != nil {
			return nil, err
		}
		found.AddAll(&some)
	}
	ids := found.IDs()
	recs, err := Customers.GetMany(r, ids[max(0, len(ids)-maxAlikeRead):])
	if err != nil {
		return nil, err
	}
	for i := range recs {
		other := &recs[i]
		if other.ID == of.ID || other.DeletedAt != nil {
			continue
		}
		if reasons := inCommon(of, other); len(reasons) > 0 {
			all = append(all, Alike{*other, reasons})
		}
	}
	slices.SortFunc(all, func(a, b Alike) int {
		return cmp.Or(cmp.Compare(len(b.Reasons), len(a.Reasons)), cmp.Compare(b.ID, a.ID))
	})
	return all[:min(len(all), maxAlike)], nil
}

// inCommon are the reasons to take two customers for one person.
func inCommon(a, b *Customer) (all []Reason) {
	if phone := dialled(a.Phone); len(phone) >= shortPhone && phone == dialled(b.Phone) {
		all = append(all, SamePhone)
	}
	named := sameWords(a.Name, b.Name)
	if post := app.Fold(strings.ReplaceAll(a.Address.Postcode, " ", "")); named && post != "" && post == app.Fold(strings.ReplaceAll(b.Address.Postcode, " ", "")) {
		all = append(all, SamePlace)
	}
	if mine, theirs := mailbox(a.Email), mailbox(b.Email); named && mine != "" && mine == theirs {
		all = append(all, SameMail)
	}
	return all
}

// sameWords tells whether two names have the same words, whatever their order, case and accents.
func sameWords(a, b string) bool {
	x, y := strings.Fields(search.Fold(a)), strings.Fields(search.Fold(b))
	slices.Sort(x)
	slices.Sort(y)
	return len(x) > 0 && slices.Equal(x, y)
}

// dialled are the digits of a number, without the zeros in front.
func dialled(phone string) string { return strings.TrimLeft(digits(phone), "0") }

// mailbox is what stands before the @, without what providers and people put between.
func mailbox(email string) string {
	box, _, _ := strings.Cut(app.Fold(email), "@")
	return strings.ReplaceAll(bare(box), ".", "")
}

// bare is a mailbox without what is behind a plus.
func bare(box string) string {
	box, _, _ = strings.Cut(box, "+")
	return box
}
