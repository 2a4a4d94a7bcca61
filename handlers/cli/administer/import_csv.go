package administer

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"marquee/app/imports"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

var importSections = []section{
	{name: "imports", columns: []column{
		{name: "id"}, {name: "type"}, {name: "name", as: asLong}, {name: "state"}, {name: "columns", make: mappedColumns}, {name: "unmapped", make: unmappedColumns, as: asList},
		{name: "rows", from: "rows.total"}, {name: "valid", from: "rows.valid"}, {name: "refused", from: "rows.refused"}, {name: "created", from: "rows.created"},
		{name: "changed", from: "rows.changed"}, {name: "unchanged", from: "rows.unchanged"}, {name: "failed", from: "rows.failed"}, {name: "problem"}, {name: "createdAt", as: asMoment},
	}, table: "id:IMPORT type name:FILE state rows valid refused created changed unchanged failed"},
	{name: "rows", from: "rows", columns: []column{
		{name: "row"}, {name: "line"}, {name: "outcome"}, {name: "id", as: asNumber}, {name: "problems", make: rowProblems},
		{name: "=id", cell: func(r row) string { return strings.TrimPrefix(r.text("id"), "0") }},
		{name: "=problems", cell: func(r row) string { return strings.Join(r.list("problems"), "; ") }},
	}, table: "line outcome =id:ID =problems:WHAT_IS_WRONG"},
}

// mappedColumns are the columns that are understood, with what they are.
func mappedColumns(r row) any {
	all := map[string]string{}
	for _, c := range r.rows("columns") {
		if field := c.text("field"); field != "" {
			all[c.text("column")] = field
		}
	}
	return all
}

func unmappedColumns(r row) any {
	all := []string{}
	for _, c := range r.rows("columns") {
		if c.text("field") == "" {
			all = append(all, c.text("column"))
		}
	}
	return all
}

func rowProblems(r row) any {
	all := []string{}
	for _, p := range r.rows("problems") {
		all = append(all, strings.TrimPrefix(p.text("column")+": "+p.text("reason"), ": "))
	}
	return all
}

func whichImport(field string) option {
	return option{name: "import", field: field, usage: "the `ID` of the import"}
}

var importCommands = []derived{
	{
		path: "import-csv check", usage: "read a file of another system, and tell what would become of each row",
		example: "marquee import-csv check --data ./festival --type customers --file people.csv\n" +
			"   marquee import-csv check --data ./festival --type order-items --file sold.csv --column \"Ticket no.=barcode\" --value event=\"Night of the tides\" --yes\n\n" +
			"Nothing is changed until the import is approved: with --yes, or by marquee import-csv approve.\n" +
			"Rows that are refused are left out. marquee import-csv types tells what columns can be.",
		operation: "POST /imports",
		flags: []option{
			{name: "file", field: "file", usage: "the `FILE`; - is standard input", file: true},
			{name: "type", field: "type", usage: "what stands in it, a `TYPE` such as customers or order-items"},
			{name: "preset", field: "preset", usage: "the `NAME` of a ready mapping; recognised without it"},
			{name: "column", field: "=columns", usage: "what a column is: `HEADER=FIELD`; beside those that are recognised", repeats: true, read: pairsOf("column", "column", "field")},
			{name: "value", field: "=values", usage: "what counts for all rows: `FIELD=TEXT`", repeats: true, read: pairsOf("value", "field", "value")},
			{name: "encoding", field: "encoding", usage: "the `NAME` of its encoding: " + strings.Join(imports.Encodings(), ", ") + "; recognised without it"},
			{name: "separator", field: "separator", usage: "the `CHARACTER` between columns; recognised without it", read: func(given []string) (any, error) {
				return strings.ReplaceAll(given[0], `\t`, "\t"), nil
			}},
			{name: "decimal-comma", field: "decimalComma", usage: "amounts are written 1.234,50"}, {name: "minor-units", field: "minorUnits", usage: "amounts are whole cents"},
			{name: "month-first", field: "monthFirst", usage: "dates are written 12/31/2027"}, {name: "yes", field: "=yes", is: true, usage: "approve it at once, and take it in"},
		},
		without: []string{"name", "columns", "values"},
		typed:   func(c *cli.Context, said fields) { said.say("name", filepath.Base(c.String("file"))) },
		then:    checkImport, shows: importSections, print: printImport, judge: judgeImport,
	},
	{
		path: "import-csv approve", usage: "take in what a check found good", example: "marquee import-csv approve --data ./festival --import 3",
		operation: "POST /imports/approve", flags: []option{whichImport("id")}, then: finishImport, shows: importSections, print: printImport, judge: judgeImport,
	},
	{
		path: "import-csv show", usage: "tell how far an import is, and what is wrong with its rows",
		example:   "marquee import-csv show --data ./festival --import 3\n   marquee import-csv show --data ./festival --import 3 --all --behind 500",
		operation: "GET /imports/rows",
		flags: []option{
			whichImport("id"), {name: "all", field: "problems", is: false, usage: "every row, not only those of which there is something to say"},
			{name: "behind", field: "behind", usage: "go on behind this `ROW`: 500 are told at a time"},
		},
		before: func(_ context.Context, _ asker, said fields) error {
			if said["problems"] == nil {
				said.say("problems", true)
			}
			return nil
		},
		then: withImport, shows: importSections, print: printImport,
	},
	{
		path: "import-csv list", usage: "list the files that were taken in", example: "marquee import-csv list --data ./festival",
		operation: "GET /imports", shows: importSections[:1], print: printImport,
	},
	{
		path: "import-csv cancel", usage: "end an import; what was taken in stays", example: "marquee import-csv cancel --data ./festival --import 3",
		operation: "POST /imports/cancel", flags: []option{whichImport("id")}, then: asOneOf, shows: importSections[:1], print: printImport,
	},
}

// pairsOf reads A=B for a list of the API. A header may have a = of its own: the last one divides.
func pairsOf(flag, first, second string) func([]string) (any, error) {
	return func(given []string) (any, error) {
		all := []map[string]string{}
		for _, text := range given {
			i := strings.LastIndex(text, "=")
			if first == "field" {
				i = strings.Index(text, "=")
			}
			if i < 1 || i == len(text)-1 {
				return nil, cmdline.Usage("--%s must be two texts with = between them", flag)
			}
			all = append(all, map[string]string{first: text[:i], second: text[i+1:]})
		}
		return all, nil
	}
}

// checkImport says what the columns of a file are, which were guessed, waits for the check, and
// takes the rows in if that was said.
func checkImport(ctx context.Context, k asker, said fields, answer json.RawMessage) (json.RawMessage, error) {
	guessed := rowOf(rowOf(answer).get("data"))
	id := fields{"id": guessed.get("id")}
	mapping := fields{
		"id": id["id"], "decimalComma": guessed.get("decimalComma"), "minorUnits": guessed.get("minorUnits"), "monthFirst": guessed.get("monthFirst"),
		"columns": mergedPairs(said["=columns"], guessed.get("columns"), "column", "field"), "values": mergedPairs(said["=values"], guessed.get("values"), "field"),
	}
	if _, err := k.ask(ctx, "POST /imports/map", mapping); err != nil {
		_, _ = k.ask(ctx, "POST /imports/cancel", id) // the mistake matters more
		return nil, err
	}
	n, err := imports.Finish(ctx, k.app, k.caller, guessed.number("id"))
	if err != nil {
		return nil, err
	}
	if said["=yes"] == nil || n.State != imports.Checked || n.Valid == 0 {
		return importAndRows(ctx, k, id)
	}
	if _, err := k.ask(ctx, "POST /imports/approve", id); err != nil {
		return nil, err
	}
	return finishImport(ctx, k, id, nil)
}

// mergedPairs are those that were said, with those that were guessed and of which nothing was
// said: neither of the members by which they are known.
func mergedPairs(said, guessed json.RawMessage, by ...string) json.RawMessage {
	all := listOf(said)
	known := row{{"", said}}.rows("")
	for _, raw := range listOf(guessed) {
		g := rowOf(raw)
		same := func(r row) bool {
			return slices.ContainsFunc(by, func(name string) bool { return g.text(name) == r.text(name) })
		}
		if !slices.ContainsFunc(known, same) && g.text("field") != "" {
			all = append(all, raw)
		}
	}
	merged, _ := json.Marshal(all) // what was JSON is JSON
	return merged
}

// finishImport waits until everything is taken in.
func finishImport(ctx context.Context, k asker, said fields, _ json.RawMessage) (json.RawMessage, error) {
	if _, err := imports.Finish(ctx, k.app, k.caller, row{{"", said["id"]}}.number("")); err != nil {
		return nil, err
	}
	return importAndRows(ctx, k, fields{"id": said["id"]})
}

// importAndRows are an import, and the rows of which there is something to say.
func importAndRows(ctx context.Context, k asker, id fields) (json.RawMessage, error) {
	rows, err := k.ask(ctx, "GET /imports/rows", fields{"id": id["id"]}.say("problems", true))
	if err != nil {
		return nil, err
	}
	return withImport(ctx, k, id, rows)
}

// withImport adds the import to its rows.
func withImport(ctx context.Context, k asker, said fields, rows json.RawMessage) (json.RawMessage, error) {
	one, err := k.ask(ctx, "GET /import", fields{"id": said["id"]})
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"data": []json.RawMessage{rowOf(one).get("data")}, "rows": rowOf(rows).get("rows")})
}

// judgeImport ends the command with the code of a finding where rows are left out.
func judgeImport(result []byte) error {
	if all := rowOf(result).rows("imports"); len(all) == 1 {
		if n := all[0].number("refused") + all[0].number("failed"); n > 0 {
			return &cmdline.Exit{Code: cmdline.ExitFailed, Err: fmt.Errorf("%d of %d rows are left out", n, all[0].number("rows"))}
		}
	}
	return nil
}

// printImport shows imports, and of a single one what a person does next.
func printImport(w io.Writer, result []byte) (err error) {
	if err := shown(importSections...)(w, result); err != nil {
		return err
	}
	all := rowOf(result).rows("imports")
	if len(all) != 1 {
		return nil
	}
	n := all[0]
	if unmapped := n.list("unmapped"); len(unmapped) > 0 {
		fmt.Fprintf(w, "Left out, because nobody said what they are: %s\n", cmdline.Printable(strings.Join(unmapped, ", "), 500))
	}
	if problem := n.text("problem"); problem != "" {
		fmt.Fprintln(w, problem)
	}
	if n.text("state") == imports.Checked.String() && n.number("valid") > 0 {
		_, err = fmt.Fprintf(w, "Nothing is changed yet. Next: %s\n", cmdline.ToType(w, "marquee import-csv approve --import "+n.text("id")))
	}
	return err
}

// importTypes tells what there is to import. It needs no store.
func importTypes() *cli.Command {
	return &cli.Command{
		Name: "types", Usage: "tell what can be imported, what columns can be, and which mappings are ready",
		Description: "Example:\n\n   marquee import-csv types --type order-items\n\n" + cmdline.ExitCodes,
		Flags:       []cli.Flag{cmdline.Text("type", "the fields of one `TYPE`")},
		Action: func(c *cli.Context) error {
			table := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', 0)
			found := false
			for _, t := range imports.Types() {
				if c.String("type") != "" && c.String("type") != t.Name {
					continue
				}
				found = true
				fmt.Fprintf(table, "%s\t%s\n", t.Name, t.About)
				if c.String("type") != "" {
					printFields(table, t)
				}
			}
			if !found {
				return cmdline.Usage("there is no type %q\nSee: marquee import-csv types", c.String("type"))
			}
			return table.Flush()
		},
	}
}

func printFields(w io.Writer, t *imports.Type) {
	fmt.Fprintln(w, "\nFIELD\tWHAT IT IS")
	for _, f := range t.Fields {
		about := f.About
		if f.Required {
			about += " Required."
		}
		fmt.Fprintf(w, "%s\t%s\n", f.Name, about)
	}
	for i, p := range imports.Presets(t.Name) {
		if i == 0 {
			fmt.Fprintln(w, "\nPRESET\tFILES OF")
		}
		fmt.Fprintf(w, "%s\t%s\n", p.Name, p.About)
	}
}
