package settings

import (
	"slices"
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/web/office/screen"
)

// The operations of tax bands.
const (
	makeBand = "POST tax-bands"
	editBand = "POST tax-bands/update"
	dropBand = "DELETE tax-bands"
)

func taxScreens(o *screen.Pages) []*screen.Screen {
	to := func(v *screen.Visit, _ any) string { return v.Path("/settings/taxes") }
	return []*screen.Screen{
		{
			Get: "GET /office/{alias}/settings/taxes", Post: "POST /office/{alias}/settings/taxes", Needs: app.ManageTaxBands,
			Template: o.Template(templates, "shared.html", "rate.html", "taxes.html"), Show: showTaxes,
			Forms: map[string]screen.Then{makeBand: {Say: "office.tax_made"}},
		},
		{
			Get: "GET /office/{alias}/settings/taxes/{id}", Post: "POST /office/{alias}/settings/taxes/{id}", Needs: app.ManageTaxBands,
			Template: o.Template(templates, "shared.html", "rate.html", "tax.html"), Show: showTax,
			Forms: map[string]screen.Then{editBand: {Say: "office.saved", To: to, Undo: true}, dropBand: {Say: "office.tax_gone", To: to, Restore: "POST tax-bands/restore"}},
		},
	}
}

type taxesBody struct {
	Aside []heading
	Rows  []taxRow
}

type taxRow struct {
	Name, Rate, Abroad, To string
	Default                bool
}

type taxBody struct {
	Aside []heading
	All   string
	taxRow
}

// bands are the tax bands of the company.
func bands(v *screen.Visit) ([]company.TaxBand, error) {
	page, err := company.ListTaxBands(v.R.Context(), v.App, v.Caller, list.Request{Limit: company.MaxTaxBandPage})
	return page.Rows, err
}

// showTaxes lists the rates of tax.
func showTaxes(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_taxes")
	all, err := bands(v)
	if err != nil {
		return err
	}
	b := &taxesBody{Aside: aside(v, "taxes")}
	for i := range all {
		b.Rows = append(b.Rows, taxRowOf(v, &all[i]))
	}
	v.Body.It = b
	v.Body.Add(makeBand).Fill(map[string]any{"name": "", "rate": ""})
	return nil
}

func taxRowOf(v *screen.Visit, t *company.TaxBand) taxRow {
	row := taxRow{Name: t.Name, Rate: percent(t.Rate) + "\u00a0%", To: v.Path("/settings/taxes/%d", t.ID), Default: t.Default}
	if n := len(t.Abroad); n > 0 {
		row.Abroad = v.View.T("office.tax_abroad", "n", n)
	}
	return row
}

// percent is a rate as fields of numbers have it.
func percent(rate int64) string {
	return strconv.FormatFloat(float64(rate)/company.RateUnit, 'f', -1, 64)
}

// showTax shows one of them.
func showTax(v *screen.Visit) error {
	all, err := bands(v)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(t company.TaxBand) bool { return t.ID == v.ID("id") })
	if i < 0 {
		return app.Missing("page")
	}
	t := &all[i]
	v.View.Title = t.Name
	v.Body.It = &taxBody{Aside: aside(v, "taxes"), All: v.Path("/settings/taxes"), taxRow: taxRowOf(v, t)}
	v.Body.Add(editBand).About("tax_bands", t.ID).Fill(map[string]any{"id": t.ID, "name": t.Name, "rate": percent(t.Rate)})
	v.Body.Add(dropBand).Fill(map[string]any{"id": t.ID})
	return nil
}
