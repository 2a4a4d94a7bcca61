package imports

import (
	"context"
	"encoding/base64"
	"slices"

	"marquee/app"
	"marquee/app/imports"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

const tag = "Imports"

// orderEditors go on with what they do to many orders.
var orderEditors = []app.Ability{app.EditOrders}

// Routes are the operations of this area.
func Routes(a *app.App) []rest.Route { return slices.Concat(reads(a), writes(a), bulk(a)) }

type importsIn struct {
	rest.Page
}

type importIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type idIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type rowsIn struct {
	ID       rest.ID   `query:"id" required:"true" min:"1"`
	Problems rest.Flag `query:"problems" doc:"Only rows of which there is something to say."`
	Behind   rest.ID   `query:"behind" doc:"Goes on behind this row."`
}

// typeIn is a kind of file.
type typeIn string

// Values lists them.
func (typeIn) Values() []string { return imports.TypeNames() }

type importFileIn struct {
	Type      typeIn `json:"type" required:"true"`
	Name      string `json:"name" required:"true" maxlen:"255" doc:"Name of the file."`
	File      string `json:"file" required:"true" maxlen:"9800000" doc:"The file in base64: a table with a header, at most 10,000 rows and 7 MB."`
	Encoding  string `json:"encoding" enum:"utf-8,utf-16le,utf-16be,windows-1252" doc:"Guessed when absent."`
	Separator string `json:"separator" maxlen:"1" doc:"Comma, semicolon, tab or bar; guessed when absent."`
	Preset    string `json:"preset" maxlen:"50" doc:"A ready mapping, see GET /import-types; recognised when absent."`
	importMappingIn
}

type importMapIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
	importMappingIn
}

// importMappingIn says which column is what.
type importMappingIn struct {
	Columns *[]importColumnIn `json:"columns" maxitems:"200" doc:"Columns that are not named are left out."`
	Values  []importValueIn   `json:"values" maxitems:"100" doc:"What counts for all rows: for fields without a column, and for empty cells."`
	Words   *[]importWordIn   `json:"words" maxitems:"500" doc:"Words of the file that stand for others: of fields that GET /imports/words lists. Absent: as they were."`
	importFormatIn
}

type importWordIn struct {
	Field string `json:"field" required:"true" maxlen:"50"`
	Cell  string `json:"cell" required:"true" maxlen:"1000" doc:"What stands in the file, whatever its case."`
	Means string `json:"means" maxlen:"1000" doc:"What it is taken for. Blank: it stands for itself."`
}

type importFormatIn struct {
	DecimalComma rest.Flag `json:"decimalComma" doc:"Amounts are written 1.234,50 and not 1,234.50."`
	MinorUnits   rest.Flag `json:"minorUnits" doc:"Amounts are whole cents."`
	MonthFirst   rest.Flag `json:"monthFirst" doc:"Dates are written 12/31/2027 and not 31/12/2027; 2027-12-31 is always understood."`
}

type importColumnIn struct {
	Column string `json:"column" required:"true" maxlen:"220" doc:"Its header."`
	Field  string `json:"field" maxlen:"50" doc:"Blank: the column is left out."`
}

type importValueIn struct {
	Field string `json:"field" required:"true" maxlen:"50"`
	Value string `json:"value" maxlen:"1000" doc:"Blank: nothing counts for all rows."`
}

// mapping is nil where nothing is said; without columns those that were guessed count.
func (in *importMappingIn) mapping() *imports.Mapping {
	if in.Columns == nil && in.Values == nil && in.Words == nil && in.importFormatIn == (importFormatIn{}) {
		return nil
	}
	m := &imports.Mapping{DecimalComma: bool(in.DecimalComma), MinorUnits: bool(in.MinorUnits), MonthFirst: bool(in.MonthFirst)}
	if in.Columns != nil {
		m.Columns = []imports.Column{}
		for _, c := range *in.Columns {
			if c.Field != "" {
				m.Columns = append(m.Columns, imports.Column{Header: c.Column, Field: c.Field})
			}
		}
	}
	for _, v := range in.Values {
		if v.Value != "" {
			m.Values = append(m.Values, imports.Value{Field: v.Field, Text: v.Value})
		}
	}
	if in.Words != nil {
		m.Words = []imports.Word{}
		for _, w := range *in.Words {
			if w.Means != "" {
				m.Words = append(m.Words, imports.Word{Field: w.Field, Cell: w.Cell, Means: w.Means})
			}
		}
	}
	return m
}

func reads(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/imports", Summary: "List imports", Tag: tag, Doc: "By id.", Allow: app.EditImports, Fields: true, Limit: imports.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in importsIn) (out rest.Many[importJSON], l list.Info, err error) {
			page, err := imports.List(ctx, a, c, imports.Filter{Offset: in.Offset, Limit: in.Limit})
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, page.Info, page.Rows, importRow), page.Info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/import", Summary: "Read an import", Tag: tag, Allow: app.EditImports, Or: orderEditors, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in importIn) (rest.One[importJSON], error) {
			return rest.As(form)(imports.Read(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/imports/rows", Summary: "List what became of the rows of an import", Tag: tag, Allow: app.EditImports, Or: orderEditors,
			Doc: "By their number, 500 at a time: those of the check until it runs, then those of the run.",
		}, func(ctx context.Context, c *app.Caller, in rowsIn) (importRowsJSON, error) {
			return rest.As(rowForms)(imports.Rows(ctx, a, c, imports.Report{ImportID: int64(in.ID), Problems: bool(in.Problems), Behind: int64(in.Behind)}))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/imports/words", Summary: "List the words of an import", Tag: tag, Allow: app.EditImports,
			Doc: "What the cells of a column say that are words of another system, such as its kinds of tickets, in how many rows, and what each stands for. POST /imports/map says what they stand for.",
		}, func(ctx context.Context, c *app.Caller, in importIn) (importWordsJSON, error) {
			return rest.As(wordForms)(imports.Words(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/import-types", Summary: "List what can be imported", Tag: tag, Allow: app.EditImports,
			Doc: "The kinds of files, what their columns can be, and ready mappings.",
		}, func(_ context.Context, c *app.Caller, _ struct{}) (importTypesJSON, error) {
			return typeForms(), c.Need(app.EditImports)
		}),
	}
}

func writes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/imports", Summary: "Upload a file", Tag: tag, Allow: app.EditImports, Status: 201, Fields: true,
			Doc:     "With columns the check begins at once; without, the answer guesses what the columns are, and keeps what else was said. It changes nothing but the list of imports.",
			MaxBody: wire.ImageBody, Turn: rest.InBulk, Weight: app.Heavy,
		}, func(ctx context.Context, c *app.Caller, in importFileIn) (rest.One[importJSON], error) {
			file, err := base64.StdEncoding.DecodeString(in.File)
			if err != nil {
				return rest.One[importJSON]{}, app.Field("file", "must be base64")
			}
			return rest.As(form)(imports.Take(ctx, a, c, imports.Upload{
				Type: string(in.Type), Name: in.Name, File: file, Format: imports.Format{Encoding: in.Encoding, Separator: in.Separator},
				Preset: in.Preset, Mapping: in.mapping(),
			}))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/imports/map", Summary: "Say what the columns are, and check the rows", Tag: tag, Allow: app.EditImports, Fields: true,
			Doc: "Without columns those that were guessed count. Each record is rehearsed in the background; nothing is changed. It can be done again until the import is approved.",
		}, func(ctx context.Context, c *app.Caller, in importMapIn) (rest.One[importJSON], error) {
			return rest.As(form)(imports.Map(ctx, a, c, int64(in.ID), in.mapping()))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/imports/approve", Summary: "Take an import in", Tag: tag, Allow: app.EditImports, Or: orderEditors, Fields: true, Weight: app.Heavy,
			Doc: "In the background, with what the caller may do. Rows that the check refused are left out.",
		}, func(ctx context.Context, c *app.Caller, in idIn) (rest.One[importJSON], error) {
			return rest.As(form)(imports.Approve(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/imports/cancel", Summary: "End an import", Tag: tag, Allow: app.EditImports, Or: orderEditors, Fields: true,
			Doc: "What was taken in until then stays. Where nothing was, its rows are removed.",
		}, func(ctx context.Context, c *app.Caller, in idIn) (rest.One[importJSON], error) {
			return rest.As(form)(imports.Cancel(ctx, a, c, int64(in.ID)))
		}),
	}
}
