package settings

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/imports"
	"marquee/app/report/sheet"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// problemsShown is how many rows of which there is something to say stand on the page.
const problemsShown = 50

func importScreens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{{
		Get: "GET /office/{alias}/settings/imports", Post: "POST /office/{alias}/settings/imports", Needs: app.EditImports,
		Template: o.Template(templates, "shared.html", "imports.html"), Show: showImports,
		Forms: map[string]screen.Then{"POST imports": {
			Say: "office.import_there", To: func(v *screen.Visit, out any) string { return v.Path("/settings/imports/%d", rest.IDOf(out)) },
		}},
	}, {
		Get: "GET /office/{alias}/settings/imports/{id}", Post: "POST /office/{alias}/settings/imports/{id}", Needs: app.EditImports,
		Template: o.Template(templates, "shared.html", "import.html"), Show: showImport,
		Forms: map[string]screen.Then{
			"POST imports/map":     {Say: "office.import_checks"},
			"POST imports/approve": {Say: "office.job_begun"},
			"POST imports/cancel":  {Say: "office.job_ended"},
		},
	}, {
		Get: "GET /office/{alias}/settings/imports/{id}/left", Needs: app.EditImports, File: sendLeft,
	}}
}

// importsBody is where files come in, and those that did.
type importsBody struct {
	Aside []heading
	Rows  []importRow
}

// importRow is an import in the list.
type importRow struct {
	Name, To, About string
	Chip            screen.Chip
}

func showImports(v *screen.Visit) error {
	v.View.Title = v.View.T("office.set_imports")
	b := &importsBody{Aside: aside(v, "imports")}
	page, err := imports.List(v.R.Context(), v.App, v.Caller, imports.Filter{Limit: imports.MaxPage})
	if err != nil {
		return err
	}
	for i := range slices.Backward(page.Rows) {
		n := &page.Rows[i]
		if n.Type == imports.OrderActions {
			continue // it stands with the orders
		}
		b.Rows = append(b.Rows, importRow{
			Name: n.Name, To: v.Path("/settings/imports/%d", n.ID), Chip: importChip(v, n),
			About: v.View.T("office.import_about", "what", v.View.T("office.import_"+word(n.Type)), "n", n.Rows, "when", v.MomentOf(n.CreatedAt.In(v.Zone))),
		})
	}
	f := v.Body.Add("POST imports").Fill(map[string]any{"type": "", "name": v.View.T("office.import_named", "day", v.View.Lang.DayMonth(v.App.Now().In(v.Zone))), "file": ""})
	for _, t := range imports.Types() {
		if t.Name != imports.OrderActions && v.Holds(anyOf(t.Needs)) {
			f.Lists["type"] = append(f.Lists["type"], screen.Option{Value: t.Name, Text: v.View.T("office.import_" + word(t.Name))})
		}
	}
	v.Body.It = b
	return nil
}

// word is a slug as the end of a key.
func word(slug string) string { return strings.ReplaceAll(slug, "-", "_") }

// anyOf is met by whoever may do what an import of a kind needs first; what else it needs it says
// itself.
func anyOf(needs []app.Ability) app.Requirement {
	if len(needs) == 0 {
		return app.EditImports
	}
	return needs[0]
}

// importTones are the colours of imports, by their state.
var importTones = map[string]string{"requires-headers": "warn", "pending-approval": "warn", "importing": "info", "validating": "info", "processing": "info", "complete": "ok", "complete-with-errors": "warn", "unexpected-error": "bad"}

func importChip(v *screen.Visit, n *imports.Import) screen.Chip {
	return screen.Chip{Text: v.View.T("office.import_is_" + word(n.Slug())), Tone: importTones[n.Slug()]}
}

// importBody is an import: its columns, what was found, and what comes of it.
type importBody struct {
	All, About, Problem, Button string
	Chip                        screen.Chip
	Going, CanMap, CanTake      bool
	Share, Done                 string
	Columns                     []columnRow
	Values                      []valueRow
	Words                       []wordingRows
	Bad                         []badRow
	BadMore, Left               string
	Will                        []screen.MoneyLine
	ID                          string
}

// columnRow is a column of the file with what it is here.
type columnRow struct {
	Header, First string
	Wrong         string // how many of its cells cannot be taken, of those that are told
	Name, Field   string // of the fields of the form
	Options       []screen.Option
}

// valueRow is what counts for all rows, where no column says it. With Options it is one of them.
type valueRow struct {
	Label, Name, Field, Value, Is string
	Options                       []screen.Option
}

// badRow is a row of which there is something to say.
type badRow struct {
	Line, Why string
	Warning   bool
}

func showImport(v *screen.Visit) error {
	n, err := imports.Read(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil || n.Type == imports.OrderActions {
		return app.Missing("page")
	}
	v.View.Title = n.Name
	b := &importBody{
		All: v.Path("/settings/imports"), ID: screen.Number(n.ID), Chip: importChip(v, &n), Problem: n.Problem,
		About:  v.View.T("office.import_about", "what", v.View.T("office.import_"+word(n.Type)), "n", n.Rows, "when", v.MomentOf(n.CreatedAt.In(v.Zone))),
		Going:  n.State == imports.Loading || n.State == imports.Checking || n.State == imports.Running,
		CanMap: n.State == imports.Uploaded || n.State == imports.Checked, CanTake: n.State == imports.Checked && n.Valid > 0,
		Button: v.View.T("office.import_take", "n", n.Valid),
	}
	if b.Going {
		b.Done = v.View.T("office.job_done", "at", v.View.Number(n.At), "all", v.View.Number(n.Rows))
		b.Share = fmt.Sprintf("%.1f", float64(n.At)*100/float64(max(1, n.Rows)))
	}
	for _, op := range []string{"POST imports/map", "POST imports/approve", "POST imports/cancel"} {
		v.Body.Add(op).Put("id", n.ID)
	}
	f := v.Body.Add("POST imports/map").Fill(map[string]any{"decimalComma": n.Mapping.DecimalComma, "minorUnits": n.Mapping.MinorUnits, "monthFirst": n.Mapping.MonthFirst})
	f.Put("id", n.ID)
	b.Will = willBe(v, &n)
	v.Body.It = b
	wrong, err := b.addBad(v, &n)
	if err != nil {
		return err
	}
	return b.addColumns(v, &n, wrong)
}

// willBe is what comes of it, or came.
func willBe(v *screen.Visit, n *imports.Import) (all []screen.MoneyLine) {
	for _, c := range []struct {
		word  string
		count int64
	}{{"valid", n.Valid}, {"refused", n.Refused}, {"warned", n.Warned}, {"created", n.Created}, {"changed", n.Changed}, {"unchanged", n.Unchanged}, {"failed", n.Failed}} {
		if c.count > 0 {
			all = append(all, screen.MoneyLine{Text: v.View.T("office.import_n_" + c.word), Amount: v.View.Number(c.count)})
		}
	}
	return all
}

// addBad shows the first rows of which there is something to say, and counts them by column.
func (b *importBody) addBad(v *screen.Visit, n *imports.Import) (wrong map[string]int, err error) {
	rows, err := imports.Rows(v.R.Context(), v.App, v.Caller, imports.Report{ImportID: n.ID, Problems: true})
	wrong = map[string]int{}
	for i := range rows {
		for _, p := range rows[i].Problems {
			wrong[p.Column]++
			if len(b.Bad) < problemsShown {
				why := p.Reason
				if p.Column != "" {
					why = p.Column + ": " + why
				}
				b.Bad = append(b.Bad, badRow{v.View.Number(rows[i].Line), why, p.Warning})
			}
		}
	}
	if len(rows) > problemsShown {
		b.BadMore = v.View.T("office.import_bad_more")
	}
	if n.Refused+n.Failed > 0 && n.Parts > 0 {
		b.Left = v.Path("/settings/imports/%d/left", n.ID)
	}
	return wrong, err
}

// addColumns shows each column of the file with its first cell and what it is here.
func (b *importBody) addColumns(v *screen.Visit, n *imports.Import, wrong map[string]int) error {
	first, err := imports.Sample(v.R.Context(), v.App, v.Caller, n.ID)
	if err != nil {
		return err
	}
	t, kept := imports.TypeNamed(n.Type), v.KeptFor("POST imports/map")
	for i, header := range n.Headers {
		row := columnRow{Header: header, Name: fmt.Sprintf("columns.%d.column", i), Field: fmt.Sprintf("columns.%d.field", i)}
		if i < len(first) {
			row.First = first[i]
		}
		if w := wrong[header]; w > 0 {
			row.Wrong = v.View.T("office.import_wrong", "n", w)
		}
		at := slices.IndexFunc(n.Mapping.Columns, func(c imports.Column) bool { return c.Header == header })
		row.Options = []screen.Option{{Text: v.View.T("office.import_leave"), Chosen: at < 0}}
		for _, f := range t.Fields {
			row.Options = append(row.Options, screen.Option{Value: f.Name, Text: fieldWord(v, f.Name), Chosen: at >= 0 && n.Mapping.Columns[at].Field == f.Name})
		}
		if now, there := kept[row.Field]; there {
			for at := range row.Options {
				row.Options[at].Chosen = row.Options[at].Value == now[0]
			}
		}
		b.Columns = append(b.Columns, row)
	}
	for _, f := range t.Fields {
		mapped := slices.ContainsFunc(n.Mapping.Columns, func(c imports.Column) bool { return c.Field == f.Name || slices.Contains(f.Else, c.Field) })
		if value := n.Mapping.ValueOf(f.Name); value != "" || (f.Required || f.Else != nil) && !mapped {
			at := fmt.Sprintf("values.%d.", len(b.Values))
			if now, there := kept[at+"value"]; there && kept.Get(at+"field") == f.Name {
				value = now[0]
			}
			row := valueRow{Label: fieldWord(v, f.Name), Name: at + "value", Field: at + "field", Value: f.Name, Is: value}
			if f.Name == "eventId" {
				if row.Options, err = eventChoice(v, value); err != nil {
					return err
				}
			}
			b.Values = append(b.Values, row)
		}
	}
	return b.addWords(v, n, kept)
}

// fieldWord is what a field of an import is called.
func fieldWord(v *screen.Visit, name string) string { return cmp.Or(ifSaid(v, "office.f."+name), name) }

// sendLeft writes the rows that cannot be taken in as a file: as they came, and why.
func sendLeft(v *screen.Visit) error {
	n, err := imports.Read(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	rows, err := imports.LeftOuts(v.R.Context(), v.App, v.Caller, n.ID)
	if err != nil {
		return err
	}
	done, err := v.WritesFile()
	if err != nil {
		return err
	}
	defer done()
	var columns []sheet.Column
	for _, h := range append(slices.Clone(n.Headers), v.View.T("office.why")) {
		columns = append(columns, sheet.Column{Key: h, Label: h})
	}
	h := v.W.Header()
	h.Set("Content-Type", sheet.CSV.ContentType())
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="left-%d-%s.csv"`, n.ID, v.App.Now().In(v.Zone).Format(time.DateOnly)))
	out, err := sheet.New(sheet.CSV, v.W, columns, sheet.Look{Zone: v.Zone, Comma: n.Format.Separator == ";"})
	if err != nil {
		return err
	}
	for _, row := range rows {
		cells := make([]any, len(columns))
		for i := range cells {
			cells[i] = ""
		}
		for i := range min(len(row.Cells), len(n.Headers)) {
			cells[i] = row.Cells[i]
		}
		cells[len(cells)-1] = row.Why
		if err := out.Row(cells); err != nil {
			panic(http.ErrAbortHandler) // nobody takes a part for the whole
		}
	}
	return out.Close()
}
