package reach

import (
	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/handlers/web/office/screen"
)

// codeBody is one code, or a new one.
type codeBody struct {
	E *eventOf
	// Op is the operation of its form, Shape which sentence it has.
	Op, Kind, Shape  string
	ID               int64
	Code, Back, File string
	Chip             screen.Chip
	Unit             string
	Tried            *tried
	Used             *used
	Paused, Ended    bool
	// Children: it has some; MayHave: it may get some.
	Children, MayHave bool
	ChildrenText      string
	// Pause, Delete and Kids are operations.
	Pause, Delete, Kids string
}

// What are the fields that say what a code is for.
func (*codeBody) What(f *screen.Form) (all []*screen.Field, err error) {
	for _, path := range []string{"events", "saleItems"} {
		one, err := f.Field(path)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func discountScreen(o *screen.Pages, at string) *screen.Screen {
	path := "/office/{alias}" + at + "/codes/" + discountKind + "/{code}"
	saved := screen.Then{Say: "office.saved", Undo: true, Sets: pausing}
	return &screen.Screen{
		Get: "GET " + path, Post: "POST " + path, Needs: app.ViewDiscountCodes, Template: o.Template(templates, "code.html"), Show: showDiscount,
		Forms: map[string]screen.Then{
			"POST discount-codes/percentage/update": saved, "POST discount-codes/fixed/update": saved, "POST discount-codes/buy-x-get-y/update": saved,
			"POST discount-codes/children": {Say: "office.children_made"},
			"DELETE discount-codes":        {Say: "office.code_deleted", To: toCodes(""), Restore: "POST discount-codes/restore"},
		},
	}
}

func accessScreen(o *screen.Pages, at string) *screen.Screen {
	path := "/office/{alias}" + at + "/codes/" + accessKind + "/{code}"
	return &screen.Screen{
		Get: "GET " + path, Post: "POST " + path, Needs: app.ViewAccessCodes, Template: o.Template(templates, "code.html"), Show: showAccess,
		Forms: map[string]screen.Then{
			"POST access-codes/update":   {Say: "office.saved", Undo: true, Sets: pausing},
			"POST access-codes/children": {Say: "office.children_made"},
			"DELETE access-codes":        {Say: "office.code_deleted", To: toCodes("/" + accessKind), Restore: "POST access-codes/restore"},
		},
	}
}

// pausing says what a form did that set nothing else.
var pausing = map[string]string{"paused=true": "office.code_paused", "paused=false": "office.code_goes_on"}

// toCodes leads to the list of a kind.
func toCodes(below string) func(*screen.Visit, any) string {
	return func(v *screen.Visit, _ any) string {
		if v.R.PathValue("id") == "" {
			return v.Path("/codes%s", below)
		}
		return v.Path("/events/%d/codes%s", v.ID("id"), below)
	}
}

// showDiscount shows a discount code, to be changed by whoever may.
func showDiscount(v *screen.Visit) error {
	_, e, err := place(v)
	if err != nil {
		return err
	}
	view, err := discount.Codes.Read(v.R.Context(), v.App, v.Caller, codes.Key{ID: v.ID("code")}, false)
	if err != nil || view.Code.ParentID != 0 {
		return orMissing(err)
	}
	d := &view.Code
	row := rowOfDiscount(&view)
	k := formOf(string(d.Type))
	body := bodyOf(v, e, &row, k, "discount-codes", discount.Codes.View)
	body.MayHave = body.MayHave && !d.Auto
	if d.Type == discount.Fixed {
		body.Unit = v.Currency(d.CurrencyID).Symbol
	}
	if body.Used, err = usedOf(v, &row, discount.Codes.Usage); err != nil {
		return err
	}
	f := v.Body.Add(k.update)
	f.About("discount_codes", d.ID)
	f.Since = d.UpdatedAt
	fillDiscount(v, f, d)
	f.Fill(map[string]any{"id": d.ID, "paused": d.PausedAt != nil})
	if err := offer(v, f, e, row.targets()); err != nil {
		return err
	}
	if err := retyped(v, f); err != nil {
		return err
	}
	body.Tried, err = tryOn(v, f, e, k.kind)
	v.Body.It = body
	return err
}

// showAccess shows an access code.
func showAccess(v *screen.Visit) error {
	_, e, err := place(v)
	if err != nil {
		return err
	}
	view, err := accesscode.Codes.Read(v.R.Context(), v.App, v.Caller, codes.Key{ID: v.ID("code")}, false)
	if err != nil || view.Code.ParentID != 0 {
		return orMissing(err)
	}
	row, k := rowOfAccess(&view), formOf("access")
	body := bodyOf(v, e, &row, k, "access-codes", accesscode.Codes.View)
	if body.Used, err = usedOf(v, &row, accesscode.Codes.Usage); err != nil {
		return err
	}
	f := v.Body.Add(k.update)
	f.About("access_codes", row.ID)
	f.Since = row.UpdatedAt
	fillAccess(v, f, &view.Code)
	f.Fill(map[string]any{"id": row.ID, "paused": row.PausedAt != nil})
	v.Body.It = body
	return offer(v, f, e, row.targets())
}

func fillAccess(v *screen.Visit, f *screen.Form, c *accesscode.Code) {
	f.Fill(commonValues(v, &c.Code))
	f.Fill(map[string]any{
		"saleItems": typedIDs(c.SaleItemIDs), "events": typedIDs(c.EventIDs),
		"hideUnrestrictedItems": c.HideUnrestricted, "hideRestrictedItemsAfterValidityPeriod": c.HideAfterwards,
	})
}

func orMissing(err error) error {
	if err == nil {
		err = app.Missing("page")
	}
	return err
}

// bodyOf is what the pages of codes of both kinds show.
func bodyOf(v *screen.Visit, e *eventOf, row *codeRow, k *codeForm, ops string, sees app.Ability) *codeBody {
	v.View.Title = row.Text
	below := ""
	if row.kind == accessKind {
		below = "/" + accessKind
	}
	body := &codeBody{
		E: e, Op: k.update, Kind: k.kind, Shape: k.shape, ID: row.ID, Code: row.Text, Back: toCodes(below)(v, nil), Chip: stateOf(v, row),
		Paused: row.PausedAt != nil, Ended: row.DisabledAt != nil, Unit: "%",
		Children: row.IsParent, Pause: k.update, Delete: "DELETE " + ops, Kids: "POST " + ops + "/children",
	}
	body.MayHave = row.IsParent || row.uses == 0
	if row.IsParent {
		body.ChildrenText, body.File = v.View.T("office.code_children", "n", row.children), v.R.URL.Path+"/file?format=csv"
	}
	v.Body.Add("POST " + ops + "/children").Fill(map[string]any{"quantity": max(row.children, 20), "prefix": ""}).Suggest()
	v.Body.Add("DELETE " + ops).Fill(map[string]any{"id": row.ID})
	return body
}

// retyped fills a form in with what was typed so far.
func retyped(v *screen.Visit, f *screen.Form) error {
	sent, err := v.Given()
	if err == nil {
		f.Takes(sent)
	}
	return err
}
