package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/imports"

	"github.com/urfave/cli/v2"
)

type (
	importFileIn struct {
		CompanyID int64           `json:"companyId"`
		Type      string          `json:"type"`
		Preset    string          `json:"preset"`
		Name      string          `json:"name"`
		File      []byte          `json:"file"` // compressed: it goes through the private socket
		Columns   [][2]string     `json:"columns"`
		Values    [][2]string     `json:"values"`
		Format    imports.Format  `json:"format"`
		Mapping   imports.Mapping `json:"mapping"`
		Approve   bool            `json:"approve"`
	}
	importIn struct {
		CompanyID int64 `json:"companyId"`
		ImportID  int64 `json:"importId"`
		All       bool  `json:"all"`
		Behind    int64 `json:"behind"`
	}
	importOut struct {
		Imports []importLine    `json:"imports"`
		Rows    []importRowLine `json:"rows"`
	}
	importLine struct {
		ID        int64             `json:"id"`
		Type      string            `json:"type"`
		Name      string            `json:"name"`
		State     string            `json:"state"`
		Columns   map[string]string `json:"columns"`
		Unmapped  []string          `json:"unmapped"`
		Rows      int64             `json:"rows"`
		Valid     int64             `json:"valid"`
		Refused   int64             `json:"refused"`
		Created   int64             `json:"created"`
		Changed   int64             `json:"changed"`
		Unchanged int64             `json:"unchanged"`
		Failed    int64             `json:"failed"`
		Problem   string            `json:"problem"`
		CreatedAt time.Time         `json:"createdAt"`
	}
	importRowLine struct {
		Row      int64    `json:"row"`
		Line     int64    `json:"line"`
		Outcome  string   `json:"outcome"`
		ID       int64    `json:"id"`
		Problems []string `json:"problems"`
	}
)

var importCheck = admin{
	path: "import-csv check", usage: "read a file of another system, and tell what would become of each row",
	example: "marquee import-csv check --data ./festival --type customers --file people.csv\n" +
		"   marquee import-csv check --data ./festival --type order-items --file sold.csv --column \"Ticket no.=barcode\" --value event=\"Night of the tides\" --yes\n\n" +
		"Nothing is changed until the import is approved: with --yes, or by marquee import-csv approve.\n" +
		"Rows that are refused are left out. marquee import-csv types tells what columns can be.",
	flags: []cli.Flag{
		text("file", "the `FILE`; - is standard input"), text("type", "what stands in it, a `TYPE` such as customers or order-items"),
		text("preset", "the `NAME` of a ready mapping; recognised without it"), companyFlag(),
		texts("column", "what a column is: `HEADER=FIELD`; beside those that are recognised"),
		texts("value", "what counts for all rows: `FIELD=TEXT`"),
		text("encoding", "the `NAME` of its encoding: "+strings.Join(imports.Encodings(), ", ")+"; recognised without it"),
		text("separator", "the `CHARACTER` between columns; recognised without it"),
		yes("decimal-comma", "amounts are written 1.234,50"), yes("minor-units", "amounts are whole cents"),
		yes("month-first", "dates are written 12/31/2027"), yes("yes", "approve it at once, and take it in"),
	},
	input: importFileInput,
	run:   runImportCheck,
	print: printImport,
	judge: judgeImport,
}

func importFileInput(c *cli.Context) (any, error) {
	if err := need(c, "type", "file"); err != nil {
		return nil, err
	}
	in := importFileIn{
		CompanyID: int64(c.Int("company")), Type: c.String("type"), Preset: c.String("preset"), Name: filepath.Base(c.String("file")), Approve: c.Bool("yes"),
		Format:  imports.Format{Encoding: c.String("encoding"), Separator: strings.ReplaceAll(c.String("separator"), `\t`, "\t")},
		Mapping: imports.Mapping{DecimalComma: c.Bool("decimal-comma"), MinorUnits: c.Bool("minor-units"), MonthFirst: c.Bool("month-first")},
	}
	var err error
	if in.Columns, err = pairs(c, "column"); err != nil {
		return nil, err
	}
	if in.Values, err = pairs(c, "value"); err != nil {
		return nil, err
	}
	file, err := readUpTo(c, imports.MaxFile)
	if err != nil {
		return nil, err
	}
	in.File, err = pack(file)
	return in, err
}

// pairs reads a flag whose texts are A=B. A header may have a = of its own: the last one
// divides.
func pairs(c *cli.Context, flag string) (all [][2]string, err error) {
	for _, text := range c.StringSlice(flag) {
		i := strings.LastIndex(text, "=")
		if flag == "value" {
			i = strings.Index(text, "=")
		}
		if i < 1 || i == len(text)-1 {
			return nil, usage("--%s must be two texts with = between them", flag)
		}
		all = append(all, [2]string{text[:i], text[i+1:]})
	}
	return all, nil
}

func runImportCheck(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[importFileIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	file, err := unpack(in.File)
	if err != nil {
		return nil, err
	}
	n, err := imports.Take(ctx, a, c, imports.Upload{Type: in.Type, Name: in.Name, File: file, Format: in.Format, Preset: in.Preset})
	if err != nil {
		return nil, err
	}
	m := in.mapping(&n.Mapping)
	if n, err = imports.Map(ctx, a, c, n.ID, &m); err != nil {
		_, _ = imports.Cancel(ctx, a, c, n.ID)
		return nil, err
	}
	if n, err = imports.Finish(ctx, a, c, n.ID); err != nil {
		return nil, err
	}
	if in.Approve && n.State == imports.Checked && n.Valid > 0 {
		return approveImport(ctx, a, c, n.ID)
	}
	return importReport(ctx, a, c, n, imports.Report{ImportID: n.ID, Problems: true})
}

// mapping is what was guessed, with what the command says in its place.
func (in *importFileIn) mapping(guessed *imports.Mapping) imports.Mapping {
	m := in.Mapping
	m.DecimalComma, m.MonthFirst = m.DecimalComma || guessed.DecimalComma, m.MonthFirst || guessed.MonthFirst
	said := func(column imports.Column) bool {
		for _, p := range in.Columns {
			if p[0] == column.Header || p[1] == column.Field {
				return true
			}
		}
		return false
	}
	for _, column := range guessed.Columns {
		if !said(column) {
			m.Columns = append(m.Columns, column)
		}
	}
	for _, p := range in.Columns {
		m.Columns = append(m.Columns, imports.Column{Header: p[0], Field: p[1]})
	}
	for _, p := range in.Values {
		m.Values = append(m.Values, imports.Value{Field: p[0], Text: p[1]})
	}
	for _, v := range guessed.Values {
		if m.ValueOf(v.Field) == "" {
			m.Values = append(m.Values, v)
		}
	}
	return m
}

func approveImport(ctx context.Context, a *app.App, c *app.Caller, id int64) (any, error) {
	if _, err := imports.Approve(ctx, a, c, id); err != nil {
		return nil, err
	}
	n, err := imports.Finish(ctx, a, c, id)
	if err != nil {
		return nil, err
	}
	return importReport(ctx, a, c, n, imports.Report{ImportID: id, Problems: true})
}

func importReport(ctx context.Context, a *app.App, c *app.Caller, n imports.Import, in imports.Report) (out importOut, err error) {
	all, err := imports.Rows(ctx, a, c, in)
	out = importOut{Imports: []importLine{importLineOf(&n)}, Rows: []importRowLine{}}
	for _, r := range all {
		line := importRowLine{Row: r.Row, Line: r.Line, Outcome: r.Outcome.String(), ID: r.RecordID, Problems: []string{}}
		for _, p := range r.Problems {
			why := p.Reason
			if p.Column != "" {
				why = p.Column + ": " + why
			}
			line.Problems = append(line.Problems, why)
		}
		out.Rows = append(out.Rows, line)
	}
	return out, err
}

func importLineOf(n *imports.Import) importLine {
	line := importLine{
		ID: n.ID, Type: n.Type, Name: n.Name, State: n.Slug(), Columns: map[string]string{}, Unmapped: []string{}, Rows: n.Rows, Valid: n.Valid,
		Refused: n.Refused, Created: n.Created, Changed: n.Changed, Unchanged: n.Unchanged, Failed: n.Failed, Problem: n.Problem, CreatedAt: n.CreatedAt,
	}
	for _, h := range n.Headers {
		if field := n.Mapping.FieldOf(h); field != "" {
			line.Columns[h] = field
		} else {
			line.Unmapped = append(line.Unmapped, h)
		}
	}
	return line
}

// judgeImport ends the command with the code of a finding where rows are left out.
func judgeImport(result []byte) error {
	out, err := decode[importOut](result)
	if err != nil || len(out.Imports) != 1 {
		return err
	}
	if n := out.Imports[0]; n.Refused+n.Failed > 0 {
		return &Exit{exitFailed, fmt.Errorf("%d of %d rows are left out", n.Refused+n.Failed, n.Rows)}
	}
	return nil
}

func printImport(w io.Writer, result []byte) error {
	out, err := decode[importOut](result)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "IMPORT\tTYPE\tFILE\tSTATE\tROWS\tVALID\tREFUSED\tCREATED\tCHANGED\tUNCHANGED\tFAILED")
	for _, n := range out.Imports {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", n.ID, n.Type, printable(n.Name, 40), n.State, n.Rows, n.Valid, n.Refused, n.Created, n.Changed, n.Unchanged, n.Failed)
	}
	if len(out.Rows) > 0 {
		fmt.Fprintln(table, "\nLINE\tOUTCOME\tID\tWHAT IS WRONG")
	}
	for _, r := range out.Rows {
		id := ""
		if r.ID != 0 {
			id = fmt.Sprint(r.ID)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", r.Line, r.Outcome, id, printable(strings.Join(r.Problems, "; "), 300))
	}
	if err := table.Flush(); err != nil || len(out.Imports) != 1 {
		return err
	}
	return printNext(w, &out.Imports[0])
}

// printNext says what a person does next.
func printNext(w io.Writer, n *importLine) (err error) {
	if len(n.Unmapped) > 0 {
		fmt.Fprintf(w, "Left out, because nobody said what they are: %s\n", printable(strings.Join(n.Unmapped, ", "), 500))
	}
	if n.Problem != "" {
		fmt.Fprintln(w, n.Problem)
	}
	if n.State == imports.Checked.String() && n.Valid > 0 {
		_, err = fmt.Fprintf(w, "Nothing is changed yet. Next: %s\n", toType(w, fmt.Sprintf("marquee import-csv approve --import %d", n.ID)))
	}
	return err
}
