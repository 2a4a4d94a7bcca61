package imports

import (
	"slices"
	"time"

	"marquee/app/imports"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// importJSON is one file that is taken in.
type importJSON struct {
	Type      string             `json:"type"`
	Name      string             `json:"name" doc:"Name of the file."`
	State     string             `json:"state" enum:"importing,requires-headers,validating,pending-approval,processing,complete,complete-with-errors,unexpected-error,cancelled"`
	Encoding  string             `json:"encoding"`
	Separator string             `json:"separator"`
	Columns   []importColumnJSON `json:"columns" doc:"Those of the file, with the fields that they are, or are guessed to be until somebody said so."`
	Values    []importValueJSON  `json:"values" doc:"What counts for all rows."`
	Words     []importMeansJSON  `json:"words" doc:"Words of the file that stand for others."`
	Preset    *string            `json:"preset" doc:"The ready mapping that it was recognised by."`
	importFormatJSON
	Rows       importCountsJSON `json:"rows"`
	Problem    *string          `json:"problem" doc:"Why it cannot go on. In English."`
	UserID     *int64           `json:"userId" doc:"Who uploaded it."`
	ApprovedBy *int64           `json:"approvedBy"`
	EndedAt    *time.Time       `json:"endedAt"`
	wire.Stamps
}

type importFormatJSON struct {
	DecimalComma bool `json:"decimalComma"`
	MinorUnits   bool `json:"minorUnits"`
	MonthFirst   bool `json:"monthFirst"`
}

type importColumnJSON struct {
	Column string  `json:"column"`
	Field  *string `json:"field"`
}

type importValueJSON struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

type importMeansJSON struct {
	Field string `json:"field"`
	Cell  string `json:"cell"`
	Means string `json:"means"`
}

// importCountsJSON are how many rows came to what.
type importCountsJSON struct {
	Total     int64 `json:"total"`
	Valid     int64 `json:"valid" doc:"Found good by the check."`
	Refused   int64 `json:"refused" doc:"Refused by the check, and left out."`
	Warned    int64 `json:"warned" doc:"Taken in but for a part."`
	Created   int64 `json:"created"`
	Changed   int64 `json:"changed"`
	Unchanged int64 `json:"unchanged" doc:"Everything was as the row says, or it was taken in before."`
	Failed    int64 `json:"failed" doc:"Found good by the check, and refused in the run."`
}

func importRow(n imports.Import) rest.Resource[importJSON] {
	m := &n.Mapping
	out := importJSON{
		Type: n.Type, Name: n.Name, State: n.Slug(), Encoding: n.Format.Encoding, Separator: n.Format.Separator, Columns: []importColumnJSON{},
		Values: []importValueJSON{}, Words: []importMeansJSON{}, Preset: wire.OrNull(m.Preset), importFormatJSON: importFormatJSON{m.DecimalComma, m.MinorUnits, m.MonthFirst},
		Rows:    importCountsJSON{n.Rows, n.Valid, n.Refused, n.Warned, n.Created, n.Changed, n.Unchanged, n.Failed},
		Problem: wire.OrNull(n.Problem), UserID: wire.OrNull(n.UserID), EndedAt: n.EndedAt, Stamps: wire.StampsOf(n.CreatedAt, n.UpdatedAt),
	}
	if n.State >= imports.Running && n.By != nil {
		out.ApprovedBy = wire.OrNull(n.By.UserID)
	}
	for _, h := range n.Headers {
		out.Columns = append(out.Columns, importColumnJSON{h, wire.OrNull(m.FieldOf(h))})
	}
	for _, v := range m.Values {
		out.Values = append(out.Values, importValueJSON{v.Field, v.Text})
	}
	for _, w := range m.Words {
		out.Words = append(out.Words, importMeansJSON{w.Field, w.Cell, w.Means})
	}
	return rest.Resource[importJSON]{Type: "imports", ID: n.ID, Attributes: out}
}

func form(n imports.Import) rest.One[importJSON] { return rest.One[importJSON]{Data: importRow(n)} }

// importRowsJSON is a page of a report.
type importRowsJSON struct {
	Rows []importedRowJSON `json:"rows"`
}

type importedRowJSON struct {
	Row      int64               `json:"row" doc:"Counts from 1, without the header."`
	Line     int64               `json:"line" doc:"Where it begins in the file."`
	Outcome  string              `json:"outcome" enum:"valid,refused,created,changed,unchanged,failed"`
	ID       *int64              `json:"id" doc:"What was created or changed."`
	Problems []importProblemJSON `json:"problems"`
}

type importProblemJSON struct {
	Column  *string `json:"column" doc:"Null: it is about the row as a whole."`
	Reason  string  `json:"reason" doc:"In English."`
	Warning bool    `json:"warning" doc:"Something was left out; the row as such is good."`
}

func rowForms(all []imports.Result) importRowsJSON {
	out := importRowsJSON{Rows: []importedRowJSON{}}
	for _, r := range all {
		one := importedRowJSON{Row: r.Row, Line: r.Line, Outcome: r.Outcome.String(), ID: wire.OrNull(r.RecordID), Problems: []importProblemJSON{}}
		for _, p := range r.Problems {
			one.Problems = append(one.Problems, importProblemJSON{wire.OrNull(p.Column), p.Reason, p.Warning})
		}
		out.Rows = append(out.Rows, one)
	}
	return out
}

// importWordsJSON are the words of a file that can stand for others.
type importWordsJSON struct {
	Data []importWordingJSON `json:"data"`
}

type importWordingJSON struct {
	Field  string           `json:"field"`
	Column string           `json:"column"`
	Known  []string         `json:"known" doc:"The words that are understood: the names of what the events of the file sell, or of its states."`
	Words  []importWordJSON `json:"words" doc:"What most rows have first, at most 100."`
	More   bool             `json:"more" doc:"There are others."`
}

type importWordJSON struct {
	Cell    string  `json:"cell"`
	Rows    int64   `json:"rows" doc:"How many rows have it."`
	Refused int64   `json:"refused" doc:"How many of these were refused, for whatever reason."`
	Means   *string `json:"means" doc:"What it stands for; null: itself."`
	IsKnown bool    `json:"isKnown" doc:"That is understood."`
}

func wordForms(all []imports.Wording) importWordsJSON {
	out := importWordsJSON{Data: []importWordingJSON{}}
	for _, w := range all {
		one := importWordingJSON{Field: w.Field, Column: w.Column, Known: slices.Concat([]string{}, w.Known), Words: []importWordJSON{}, More: w.More}
		for _, x := range w.Words {
			one.Words = append(one.Words, importWordJSON{x.Cell, x.Rows, x.Left, wire.OrNull(x.Means), x.Known})
		}
		out.Data = append(out.Data, one)
	}
	return out
}

// importTypesJSON are the kinds of files.
type importTypesJSON struct {
	Types []importTypeJSON `json:"types"`
}

type importTypeJSON struct {
	Type    string             `json:"type"`
	About   string             `json:"about"`
	Needs   []string           `json:"needs" doc:"The abilities that it asks for, beside imports.edit."`
	Group   *string            `json:"group" doc:"The field that is the same in all rows of one record; null: each row is one."`
	Fields  []importFieldJSON  `json:"fields"`
	Presets []importPresetJSON `json:"presets" doc:"Ready mappings for the files of other systems."`
}

type importFieldJSON struct {
	Field    string `json:"field"`
	About    string `json:"about"`
	Required bool   `json:"required"`
	Unique   bool   `json:"unique" doc:"No two records of a file may have the same."`
}

type importPresetJSON struct {
	Preset string `json:"preset"`
	About  string `json:"about"`
}

func typeForms() importTypesJSON {
	out := importTypesJSON{Types: []importTypeJSON{}}
	for _, t := range imports.Types() {
		one := importTypeJSON{Type: t.Name, About: t.About, Needs: []string{}, Group: wire.OrNull(t.Group), Fields: []importFieldJSON{}, Presets: []importPresetJSON{}}
		for _, need := range t.Needs {
			one.Needs = append(one.Needs, string(need))
		}
		for _, f := range t.Fields {
			one.Fields = append(one.Fields, importFieldJSON{f.Name, f.About, f.Required, f.Unique})
		}
		for _, p := range imports.Presets(t.Name) {
			one.Presets = append(one.Presets, importPresetJSON{p.Name, p.About})
		}
		out.Types = append(out.Types, one)
	}
	return out
}
