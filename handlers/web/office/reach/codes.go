package reach

import (
	"strconv"

	"marquee/app"
	"marquee/app/accesscode"
	"marquee/app/codes"
	"marquee/app/discount"
	"marquee/app/list"
	"marquee/app/office"
	"marquee/handlers/web/office/records"
	"marquee/handlers/web/office/screen"
)

// codeRow is a code of either kind in the list.
type codeRow struct {
	codes.Code
	kind           string
	children, uses int64
	discount       *discount.Code
	access         *accesscode.Code
	names          map[codes.Target]string
}

// The kinds of codes, as addresses have them.
const (
	discountKind = "discount"
	accessKind   = "access"
)

// codesBody is the list of codes of one kind.
type codesBody struct {
	*records.Body
	Kinds []screen.Tab
	New   []screen.Place
	// None: there are none of this kind.
	None bool
}

type kindOf struct {
	name  string
	below string // in the address, behind /codes
	needs app.Ability
	list  *records.List[codeRow, codes.Filter]
}

var kindsOf = []*kindOf{
	{discountKind, "", app.ViewDiscountCodes, listOf(discountKind, readDiscounts)},
	{accessKind, "/" + accessKind, app.ViewAccessCodes, listOf(accessKind, readAccess)},
}

// codesScreens are the lists of both kinds, with their files.
func codesScreens(o *screen.Pages, at string) (all []*screen.Screen) {
	page := o.Template(templates, "codes.html")
	for _, k := range kindsOf {
		below := "GET /office/{alias}" + at + "/codes" + k.below
		var needs app.Requirement = k.needs
		if k.name == discountKind { // who sees the other kind alone is led there
			needs = office.CodeReaders
		}
		all = append(all, &screen.Screen{
			Get: below, Needs: needs, Template: page, Show: func(v *screen.Visit) error { return showCodes(v, k) },
		}, &screen.Screen{
			Get: below + "/file", Needs: k.needs, File: func(v *screen.Visit) error { return sendCodes(v, k) },
		}, &screen.Screen{ // the children of one
			Get: "GET /office/{alias}" + at + "/codes/" + k.name + "/{code}/file", Needs: k.needs, File: func(v *screen.Visit) error { return sendCodes(v, k) },
		})
	}
	return all
}

func showCodes(v *screen.Visit, k *kindOf) error {
	at, e, err := place(v)
	if err != nil {
		return err
	}
	if !v.Holds(k.needs) {
		v.Leads = at + "/codes/" + accessKind
		return nil
	}
	v.View.Title = v.View.T("office.codes")
	body := &codesBody{}
	for _, one := range kindsOf {
		if v.Holds(one.needs) {
			body.Kinds = append(body.Kinds, screen.Tab{Text: v.View.T("office.codes_" + one.name), To: at + "/codes" + one.below, Here: one == k})
		}
	}
	if body.Body, err = k.list.Show(v, at+"/codes"+k.below); err != nil {
		return err
	}
	body.New, body.None = newCodes(v, at), body.Body.None != nil
	if e == nil {
		v.View.Title = v.View.T("office.codes_all")
	}
	v.Body.It = body
	return nil
}

func sendCodes(v *screen.Visit, k *kindOf) error {
	at, _, err := place(v)
	if err != nil {
		return err
	}
	return k.list.Send(v, at+"/codes"+k.below)
}

// newCodes are the kinds of codes that somebody may make.
func newCodes(v *screen.Visit, at string) (all []screen.Place) {
	for _, k := range codeForms {
		if v.Body.May(k.create) {
			all = append(all, screen.Place{Text: v.View.T("office.new_" + k.kind), Short: v.View.T("office.new_" + k.kind + "_text"), To: at + "/codes/new/" + k.kind})
		}
	}
	return all
}

// listOf is the list of a kind. It goes on by how many codes were read.
func listOf(kind string, read func(*screen.Visit, codes.Filter) ([]codeRow, list.Info, error)) *records.List[codeRow, codes.Filter] {
	return records.New(records.List[codeRow, codes.Filter]{
		Name: "codes", Search: "query",
		Fixed: func(v *screen.Visit) map[string]string {
			fixed := map[string]string{}
			if e := v.R.PathValue("id"); e != "" {
				fixed["eventId"] = e
			}
			if code := v.R.PathValue("code"); code != "" {
				fixed["parentId"] = code
			}
			return fixed
		},
		Columns: codeColumns,
		Read: func(v *screen.Visit, f codes.Filter, q list.Request) (out records.Page[codeRow], err error) {
			if f.ParentID != 0 {
				f.EventID = 0 // its children name nothing themselves
			}
			if f.Offset, f.Limit = q.Offset, q.Limit; q.Cursor != "" {
				if f.Offset, err = strconv.ParseInt(q.Cursor, 10, 64); err != nil || f.Offset < 0 {
					return out, app.Field("cursor", "is not valid")
				}
			}
			if out.Rows, out.Info, err = read(v, f); err != nil {
				return out, err
			}
			out.Info.Cursor = strconv.FormatInt(f.Offset+int64(len(out.Rows)), 10)
			return out, nameRows(v, out.Rows)
		},
		Row: func(v *screen.Visit, c *codeRow) records.Row {
			row := records.Row{ID: screen.Number(c.ID), Name: c.Text}
			if c.ParentID == 0 {
				row.To = v.R.URL.Path
				if kind == discountKind {
					row.To += "/" + discountKind
				}
				row.To += "/" + screen.Number(c.ID)
			}
			return row
		},
	})
}

func readDiscounts(v *screen.Visit, f codes.Filter) (all []codeRow, info list.Info, err error) {
	page, err := discount.Codes.List(v.R.Context(), v.App, v.Caller, f)
	for i := range page.Rows {
		all = append(all, rowOfDiscount(&page.Rows[i]))
	}
	return all, page.Info, err
}

func rowOfDiscount(view *discount.View) codeRow {
	return codeRow{Code: view.Code.Code, kind: discountKind, children: view.Children, uses: view.Uses, discount: &view.Code}
}

func readAccess(v *screen.Visit, f codes.Filter) (all []codeRow, info list.Info, err error) {
	page, err := accesscode.Codes.List(v.R.Context(), v.App, v.Caller, f)
	for i := range page.Rows {
		all = append(all, rowOfAccess(&page.Rows[i]))
	}
	return all, page.Info, err
}

func rowOfAccess(view *accesscode.View) codeRow {
	return codeRow{Code: view.Code.Code, kind: accessKind, children: view.Children, uses: view.Uses, access: &view.Code}
}

// targets are what the code names.
func (c *codeRow) targets() []codes.Target {
	if c.discount != nil {
		return discount.Codes.Names(c.discount)
	}
	return accesscode.Codes.Names(c.access)
}

// nameRows finds out what is called how that codes name.
func nameRows(v *screen.Visit, rows []codeRow) error {
	var all []codes.Target
	for i := range rows {
		if rows[i].ParentID == 0 {
			all = append(all, rows[i].targets()...)
		}
	}
	names, err := office.NamesOfTargets(v.R.Context(), v.App, v.Caller, all)
	for i := range rows {
		rows[i].names = names
	}
	return err
}
