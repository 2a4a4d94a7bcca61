package cli

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"marquee/app"
	"marquee/app/imports"

	"github.com/urfave/cli/v2"
)

func importFlag() cli.Flag { return whole("import", 0, "the `ID` of the import") }

// importInput reads the flags of the commands about one import.
func importInput(c *cli.Context) (any, error) {
	in := importIn{CompanyID: int64(c.Int("company")), ImportID: int64(c.Int("import")), All: c.Bool("all"), Behind: int64(c.Int("behind"))}
	if in.ImportID < 1 {
		return nil, usage("%s needs --import\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
	}
	return in, noArguments(c)
}

func (in importIn) company() int64 { return in.CompanyID }

var importApprove = admin{
	path: "import-csv approve", usage: "take in what a check found good",
	example: "marquee import-csv approve --data ./festival --import 3",
	flags:   []cli.Flag{importFlag(), companyFlag()},
	input:   importInput,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in importIn) (any, error) {
		return approveImport(ctx, a, c, in.ImportID)
	}),
	print: printImport,
	judge: judgeImport,
}

var importCancel = admin{
	path: "import-csv cancel", usage: "end an import; what was taken in stays",
	example: "marquee import-csv cancel --data ./festival --import 3",
	flags:   []cli.Flag{importFlag(), companyFlag()},
	input:   importInput,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in importIn) (any, error) {
		n, err := imports.Cancel(ctx, a, c, in.ImportID)
		return importOut{Imports: []importLine{importLineOf(&n)}}, err
	}),
	print: printImport,
}

var importShow = admin{
	reads: true,
	path:  "import-csv show", usage: "tell how far an import is, and what is wrong with its rows",
	example: "marquee import-csv show --data ./festival --import 3\n   marquee import-csv show --data ./festival --import 3 --all --behind 500",
	flags: []cli.Flag{
		importFlag(), yes("all", "every row, not only those of which there is something to say"),
		whole("behind", 0, "go on behind this `ROW`: 500 are told at a time"), companyFlag(),
	},
	input: importInput,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in importIn) (any, error) {
		n, err := imports.Read(ctx, a, c, in.ImportID)
		if err != nil {
			return nil, err
		}
		return importReport(ctx, a, c, n, imports.Report{ImportID: n.ID, Problems: !in.All, Behind: in.Behind})
	}),
	print: printImport,
}

var importList = admin{
	reads: true,
	path:  "import-csv list", usage: "list the files that were taken in",
	example: "marquee import-csv list --data ./festival",
	flags:   []cli.Flag{companyFlag()},
	input: func(c *cli.Context) (any, error) {
		return importIn{CompanyID: int64(c.Int("company"))}, noArguments(c)
	},
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, _ importIn) (any, error) {
		out := importOut{Imports: []importLine{}}
		for at := int64(0); ; {
			page, err := imports.List(ctx, a, c, imports.Filter{Offset: at, Limit: imports.MaxPage})
			for i := range page.Rows {
				out.Imports = append(out.Imports, importLineOf(&page.Rows[i]))
			}
			if at += int64(len(page.Rows)); err != nil || len(page.Rows) < imports.MaxPage {
				return out, err
			}
		}
	}),
	print: func(w io.Writer, result []byte) error {
		return printImport(w, result)
	},
}

// importTypes tells what there is to import. It needs no store.
func importTypes() *cli.Command {
	return &cli.Command{
		Name: "types", Usage: "tell what can be imported, what columns can be, and which mappings are ready",
		Description: "Example:\n\n   marquee import-csv types --type order-items\n\n" + exitCodes,
		Flags:       []cli.Flag{text("type", "the fields of one `TYPE`")},
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
				return usage("there is no type %q\nSee: marquee import-csv types", c.String("type"))
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
