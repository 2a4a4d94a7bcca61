package administer

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"marquee/app"
	"marquee/app/seating"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"
	forms "marquee/handlers/seating"

	"github.com/urfave/cli/v2"
)

var seatingCommands = []derived{
	{
		path: "seating import", usage: "store a seating plan of a venue",
		example: `marquee seating import --data ./festival --venue 3 --file house.json

The file is JSON, as the manual describes it; - is standard input. What is wrong with
it is told by its path, and then nothing is stored.`,
		operation: "POST /seating-plans",
		flags: []option{
			{name: "venue", field: "venueId", usage: "the `ID` of the venue"},
			{name: "file", field: "plan", usage: "the plan, a `FILE`; - is standard input", file: true},
		},
		shows: []section{{columns: []column{{name: "planId", from: "id"}, {name: "name"}, {name: "spaces", as: asNumber}, {name: "capacity", as: asNumber}}}},
		says: func(_ io.Writer, r row) string {
			return fmt.Sprintf("Seating plan %s, %s: %s spaces for %s people\nGive it to an event with POST /events/seating-plan.\n", r.text("planId"), r.text("name"), r.text("spaces"), r.text("capacity"))
		},
	},
	{
		path: "seating export", usage: "print a seating plan of a venue as JSON", example: `marquee seating export --data ./festival --plan 2 > house.json`,
		operation: "GET /seating-plan/export", flags: []option{{name: "plan", field: "id", usage: "the `ID` of the plan"}},
		shows: []section{{from: ".", columns: []column{{name: "plan"}}}},
		says: func(_ io.Writer, r row) string {
			return string(r.get("plan")) + "\n"
		},
	},
}

// seatingCheck reads a plan and says what is wrong with it. It needs no store.
func seatingCheck() *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "say what is wrong with the file of a seating plan",
		Description: "Example:\n\n   marquee seating check --file house.json\n\n" + cmdline.ExitCodes,
		Flags:       []cli.Flag{cmdline.Text("file", "the plan, a `FILE`; - is standard input")},
		Action: func(c *cli.Context) error {
			if err := cmdline.Need(c, "file"); err != nil {
				return err
			}
			text, err := readPlan(c)
			if err != nil {
				return err
			}
			d, err := forms.ReadDocument(text, "")
			if err == nil {
				err = d.Check("")
			}
			if err != nil {
				return planRefused(err)
			}
			seats := 0
			for _, groups := range [][]seating.Group{d.Rows, d.Tables} {
				for i := range groups {
					seats += len(groups[i].Seats)
				}
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s is whole: %d seats, %d general admission areas, %d price bands\n",
				d.Name, seats, len(d.General), len(d.PriceBands))
			return err
		},
	}
}

// planRefused tells each mistake on a line of its own.
func planRefused(err error) error {
	var refused *app.Error
	if !errors.As(err, &refused) {
		return err
	}
	var b bytes.Buffer
	for _, f := range refused.Fields {
		fmt.Fprintf(&b, "\n  %s %s", f.Field, f.Message)
	}
	return cmdline.Usage("the plan cannot be used:%s", b.String())
}

func readPlan(c *cli.Context) ([]byte, error) { return readUpTo(c, maxNamed) }

// readUpTo reads the file of a command, of so many bytes at most.
func readUpTo(c *cli.Context, most int64) ([]byte, error) {
	from, path := c.App.Reader, c.String("file")
	if path != "-" {
		f, err := operate.OpenNamed(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(text)) > most {
		err = cmdline.Usage("the file is larger than %d MB", most>>20)
	}
	return text, err
}
