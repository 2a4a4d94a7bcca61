package reach

import (
	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// codeMakers make codes of one kind or the other.
var codeMakers = app.AnyOf{app.EditDiscountCodes, app.EditAccessCodes}

func newCodeScreen(o *screen.Pages, at string) *screen.Screen {
	path := "/office/{alias}" + at + "/codes/new/{kind}"
	forms := map[string]screen.Then{}
	for _, k := range codeForms {
		forms[k.create] = screen.Then{Say: "office.code_made", To: func(v *screen.Visit, out any) string {
			to := "/" + discountKind
			if k.kind == "access" {
				to = "/" + accessKind
			}
			if !v.Holds(map[bool]app.Ability{true: app.ViewAccessCodes, false: app.ViewDiscountCodes}[k.kind == "access"]) {
				return v.Path("")
			}
			return toCodes(to+"/"+screen.Number(rest.IDOf(out)))(v, nil)
		}}
	}
	return &screen.Screen{
		Get: "GET " + path, Post: "POST " + path, Needs: codeMakers, Template: o.Template(templates, "code.html"), Show: showNewCode, Forms: forms,
	}
}

// showNewCode shows the sentence of a code that is not there yet.
func showNewCode(v *screen.Visit) error {
	_, e, err := place(v)
	if err != nil {
		return err
	}
	k := formOf(v.R.PathValue("kind"))
	if k == nil || !v.Body.May(k.create) {
		return app.Missing("page")
	}
	v.View.Title = v.View.T("office.new_" + k.kind)
	body := &codeBody{E: e, Op: k.create, Kind: k.kind, Shape: k.shape, Unit: "%", Back: toCodes("")(v, nil)}
	f := v.Body.Add(k.create)
	if k.shape == openShape {
		made := accesscode.Code{}
		if e != nil && len(e.Items) == 0 {
			made.EventIDs = []int64{e.ID}
		}
		fillAccess(v, f, &made)
		body.Back = toCodes("/"+accessKind)(v, nil)
	} else {
		made := likely(v, e, k.kind)
		fillDiscount(v, f, &made)
		if k.kind == string(discount.Fixed) {
			body.Unit = v.Currency(0).Symbol
		}
	}
	f.Suggest()
	if err := offer(v, f, e, nil); err != nil {
		return err
	}
	if err := retyped(v, f); err != nil {
		return err
	}
	if k.shape != openShape {
		body.Tried, err = tryOn(v, f, e, k.kind)
	}
	v.Body.It = body
	return err
}

// likely is what a new code may be: what most of them are.
func likely(v *screen.Visit, e *eventOf, kind string) discount.Code {
	made := discount.Code{Type: discount.Type(kind), Code: codes.Code{}}
	if e != nil {
		made.EventIDs = []int64{e.ID}
	}
	switch made.Type {
	case discount.Fixed:
		made.CurrencyID, made.Amount = v.Currency(0).ID, 500
	case discount.BuyXGetY:
		made.Amount, made.ConditionQuantity, made.TargetQuantity = 10_000, 1, 1
		if e != nil && len(e.Items) > 0 {
			made.ConditionID, made.TargetID = e.Items[0].ID, e.Items[0].ID
		}
	default:
		made.Amount = 1_500
	}
	return made
}
