package guestlist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/customer"
	"marquee/app/order"
	"marquee/app/sales"
	"marquee/app/sales/rules"
)

// SignUp asks for guests on a list.
type SignUp struct {
	// SaleItemID is the list, Lines are the guests, one on each.
	SaleItemID int64
	Lines      string
	// AutoApprove: nobody has to approve them. InhibitMail: they are sent nothing.
	AutoApprove, InhibitMail bool
	// UUID makes a repeated call find what the first one did.
	UUID string
}

// Signed is what became of a line, or what would.
type Signed struct {
	Line
	Reference string
}

// Sign puts guests on a list: each line is an order of its own, and all of them are made or none.
// What is wrong with a line is told with its number. A dry run tells it beside the lines, and
// answers as if the others were signed up.
func Sign(ctx context.Context, a *app.App, c *app.Caller, in SignUp) (out []Signed, err error) {
	lines, err := in.read()
	if err != nil {
		return nil, err
	}
	dry := app.Dry(a)
	err = a.Update(ctx, c, order.Sellers, func(tx app.Tx) error {
		free, err := isList(tx, in.SaleItemID)
		if err != nil {
			return err
		}
		pay := rules.Payment{}
		if free && c.Can(app.Complimentary) {
			pay.Method = order.ComplimentaryMethod
		}
		out = make([]Signed, len(lines))
		for i, l := range lines {
			out[i].Line = l
			if l.Problem == nil {
				if err := in.sign(ctx, tx, c, pay, &out[i]); err != nil {
					return err
				}
			}
		}
		if dry {
			return nil
		}
		return problems(out)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// read are the lines, where there are some and not too many.
func (in *SignUp) read() ([]Line, error) {
	if utf8.RuneCountInString(in.Lines) > MaxText {
		return nil, app.Field("lines", "must not be longer than %d characters", MaxText)
	}
	all := Lines(in.Lines)
	if n := len(all); n < 1 || n > MaxLines {
		return nil, app.Field("lines", "must have between %d and %d entries", 1, MaxLines)
	}
	return all, nil
}

// isList wants the sale item to be a guest list that is there, and tells whether its guests pay
// nothing: then they are not charged what an event charges on each order either.
func isList(r app.Reader, id int64) (free bool, err error) {
	s, err := catalog.SaleItemByID(r, id)
	if err == nil && (s.DeletedAt != nil || s.Type != catalog.GuestList) {
		err = app.Field("saleItemId", "is no guest list")
	}
	return !slices.ContainsFunc(s.Prices, func(p catalog.Price) bool { return p.Total() != 0 }), err
}

// sign makes the order of one line, by the command that makes any order. What it refuses is what is
// wrong with the line; what the caller may not do is wrong with all of them.
func (in *SignUp) sign(ctx context.Context, tx app.Tx, c *app.Caller, pay rules.Payment, s *Signed) error {
	ask := sales.AddToBasket{
		Channel: catalog.APIChannel, Buyer: customer.Buyer{Name: s.Name, Email: s.Email}, InhibitMail: in.InhibitMail, QuietApproval: in.InhibitMail,
		Items:   []rules.AddItem{{SaleItemID: in.SaleItemID, Quantity: &s.Heads, SecureDisabled: true, AutoApprove: in.AutoApprove}},
		Payment: &pay,
	}
	if in.UUID != "" {
		ask.UUID = fmt.Sprintf("%s/%d", in.UUID, s.Number)
	}
	err := app.Part(tx, func(a *app.App, _ app.Tx) error {
		b, err := sales.Add(ctx, a, c, ask)
		s.Reference = b.Order.Reference
		return err
	})
	var refused *app.Error
	if errors.As(err, &refused) && refused.Kind != app.Forbidden && refused.Kind != app.Unauthenticated {
		why := refused.Message
		if len(refused.Fields) > 0 {
			why = refused.Fields[0].Message
			if refused.Fields[0].Field == "paymentMethod" {
				why = app.Msg("has to pay something: sell it at the till")
			}
		}
		s.Problem, s.Reference, err = &why, "", nil
	}
	return err
}

// problems are those of all lines, each with its number.
func problems(all []Signed) error {
	var p app.Problems
	for _, s := range all {
		if s.Problem != nil {
			p = append(p, app.FieldError{Field: fmt.Sprintf("lines.%d", s.Number), Message: *s.Problem})
		}
	}
	return p.Err()
}
