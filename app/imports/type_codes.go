package imports

import (
	"context"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/discount"
)

// codeFields are those of both kinds of codes.
func codeFields(own ...Field) []Field {
	return append([]Field{
		{Name: "id", About: "Number of a code that is there.", Unique: true},
		{Name: "code", About: "What people type.", Required: true, Unique: true, Also: []string{"discount code", "access code", "promo code", "coupon", "gutscheincode"}},
		{Name: "parent", About: "The code whose settings it has; then only its own text counts.", Names: true, Also: []string{"parent code"}},
		{Name: "maximumUses", About: "How many orders may use it.", Also: []string{"max uses", "uses", "quantity", "limit"}},
		{Name: "maxUsesPerCustomer", About: "How many orders of one customer may use it."},
		{Name: "validFrom", About: "From when it counts.", Also: []string{"start", "start date", "starts"}},
		{Name: "validTo", About: "Until when it counts.", Also: []string{"end", "end date", "ends", "expires"}},
		{Name: "eventId", About: "Number of the event that it is for.", Wire: []string{"events"}},
		{Name: "eventExternalId", About: "What another system calls the event."},
		{Name: "event", About: "Name of the event.", Also: []string{"event name"}},
		{Name: "eventStart", About: "Start of the event, where several have the name."},
	}, own...)
}

func discountCodes() *Type {
	return &Type{
		Name: "discount-codes", About: "Discount codes. Found by id, else by the code.",
		Needs: []app.Ability{app.EditDiscountCodes, app.ViewDiscountCodes, app.ViewEvents},
		Fields: codeFields(
			Field{Name: "type", About: "percentage or fixed; percentage where there is none.", Also: []string{"discount type"}},
			Field{Name: "amount", About: "A percentage such as 12.5, or an amount.", Also: []string{"discount", "value", "discount amount", "rabatt"}},
			Field{Name: "currency", About: "Currency of an amount; the company's where there is none.", Wire: []string{"currencyId"}},
			Field{Name: "minimumSpend", About: "Least amount of an order."},
			Field{Name: "newCustomersOnly", About: "Yes or no."},
			Field{Name: "boxOfficeOnly", About: "Yes or no."},
		),
		Key:   "code",
		Apply: applyDiscountCode,
	}
}

func accessCodes() *Type {
	return &Type{
		Name: "access-codes", About: "Access codes. Found by id, else by the code.",
		Needs: []app.Ability{app.EditAccessCodes, app.ViewAccessCodes, app.ViewEvents},
		Fields: codeFields(
			Field{Name: "hideUnrestricted", About: "Yes or no: whoever entered it sees nothing else."},
			Field{Name: "hideAfterwards", About: "Yes or no."},
		),
		Key:   "code",
		Apply: applyAccessCode,
	}
}

// commonCode is what both kinds of codes have, and the event that a row names.
func (r record) commonCode() (codes.Fields, app.Maybe[[]int64], error) {
	in := codes.Fields{
		Text: r.given("code"), MaximumUses: maybe(r.number("maximumUses")), MaxUsesPerCustomer: maybe(r.number("maxUsesPerCustomer")),
		ValidFrom: r.wall("validFrom"), ValidTo: r.wall("validTo"),
	}
	event, err := r.event("eventId", "eventExternalId", "event", "eventStart")
	if err != nil || event == 0 {
		return in, app.Maybe[[]int64]{}, err
	}
	return in, app.Is([]int64{event}), nil
}

// child makes a code a child of the one that the row names as its parent. One that is
// there stays as it is.
func child[T any](ctx context.Context, d *doing, k *codes.Kind[T], r record) (made, error) {
	known, found, err := k.Known(d.tx, r.text("code"))
	if err != nil {
		return made{}, err
	}
	parent, there, err := k.Known(d.tx, r.text("parent"))
	if err != nil {
		return made{}, err
	}
	if !there {
		r.note("parent", "is no code that there is")
		return made{}, nil
	}
	if found {
		if k.Of(&known).ParentID != k.Of(&parent).ID {
			r.note("code", "is taken already")
		}
		return made{id: k.Of(&known).ID, did: Unchanged}, nil
	}
	v, err := k.AddChild(ctx, d.app, d.caller, codes.Key{ID: k.Of(&parent).ID}, r.text("code"))
	return made{id: k.Of(&v.Code).ID, did: Created}, err
}

// knownCode finds the code of a row, the zero key for a new one.
func knownCode[T any](d *doing, k *codes.Kind[T], r record) (codes.Key, error) {
	if id := r.id("id"); id != 0 {
		return codes.Key{ID: id}, nil
	}
	known, found, err := k.Known(d.tx, r.text("code"))
	if err != nil || !found {
		return codes.Key{}, err
	}
	return codes.Key{ID: k.Of(&known).ID}, nil
}

func applyDiscountCode(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	if r.text("parent") != "" {
		return child(ctx, d, discount.Codes, r)
	}
	in := discount.Fields{NewCustomersOnly: r.flag("newCustomersOnly"), BoxOfficeOnly: r.flag("boxOfficeOnly")}
	if in.Fields, in.EventIDs, err = r.commonCode(); err != nil {
		return m, err
	}
	typ := discount.Type(r.choice("type", string(discount.Percentage), string(discount.Fixed)))
	if typ == "" {
		typ = discount.Percentage
	}
	cur := r.currency("currency")
	if in.MinimumSpend = maybe(r.amount("minimumSpend", cur)); typ == discount.Fixed {
		in.Amount, in.CurrencyID = r.amount("amount", cur), app.Is(cur.ID)
	} else {
		in.Amount = r.percent("amount")
	}
	key, err := knownCode(d, discount.Codes, r)
	if err != nil || r.failed() {
		return m, err
	}
	if key != (codes.Key{}) {
		v, err := discount.Update(ctx, d.app, d.caller, typ, key, in)
		return made{id: v.Code.ID, did: Changed}, err
	}
	v, err := discount.Create(ctx, d.app, d.caller, typ, in)
	return made{id: v.Code.ID, did: Created}, err
}

func applyAccessCode(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	if r.text("parent") != "" {
		return child(ctx, d, accesscode.Codes, r)
	}
	in := accesscode.Fields{HideUnrestricted: r.flag("hideUnrestricted"), HideAfterwards: r.flag("hideAfterwards")}
	if in.Fields, in.EventIDs, err = r.commonCode(); err != nil {
		return m, err
	}
	key, err := knownCode(d, accesscode.Codes, r)
	if err != nil || r.failed() {
		return m, err
	}
	if key != (codes.Key{}) {
		v, err := accesscode.Update(ctx, d.app, d.caller, key, in)
		return made{id: v.Code.ID, did: Changed}, err
	}
	v, err := accesscode.Create(ctx, d.app, d.caller, in)
	return made{id: v.Code.ID, did: Created}, err
}
