package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"marquee/app"
	"marquee/app/seating"
	forms "marquee/handlers/seating"

	"github.com/urfave/cli/v2"
)

// maxPlan is the largest file with a seating plan, in bytes; the API takes as much.
const maxPlan = 10 << 20

type (
	seatingImportIn struct {
		CompanyID int64  `json:"companyId"`
		VenueID   int64  `json:"venueId"`
		Plan      []byte `json:"plan"` // compressed: it goes through the private socket
	}
	seatingImportOut struct {
		PlanID   int64  `json:"planId"`
		Name     string `json:"name"`
		Spaces   int64  `json:"spaces"`
		Capacity int64  `json:"capacity"`
	}
	seatingExportIn struct {
		CompanyID int64 `json:"companyId"`
		PlanID    int64 `json:"planId"`
	}
	seatingExportOut struct {
		Plan []byte `json:"plan"` // compressed
	}
)

var seatingImport = admin{
	path: "seating import", usage: "store a seating plan of a venue",
	example: `marquee seating import --data ./festival --venue 3 --file house.json

The file is JSON, as the manual describes it; - is standard input. What is wrong with
it is told by its path, and then nothing is stored.`,
	flags: []cli.Flag{whole("venue", 0, "the `ID` of the venue"), text("file", "the plan, a `FILE`; - is standard input"), companyFlag()},
	input: func(c *cli.Context) (any, error) {
		if err := need(c, "venue", "file"); err != nil {
			return nil, err
		}
		plan, err := readPlan(c)
		if err != nil {
			return nil, err
		}
		packed, err := pack(plan)
		return seatingImportIn{CompanyID: int64(c.Int("company")), VenueID: int64(c.Int("venue")), Plan: packed}, err
	},
	run:   runSeatingImport,
	print: printSeatingImport,
}

var seatingExport = admin{
	path: "seating export", usage: "print a seating plan of a venue as JSON", reads: true,
	example: `marquee seating export --data ./festival --plan 2 > house.json`,
	flags:   []cli.Flag{whole("plan", 0, "the `ID` of the plan"), companyFlag()},
	input: func(c *cli.Context) (any, error) {
		return seatingExportIn{CompanyID: int64(c.Int("company")), PlanID: int64(c.Int("plan"))}, need(c, "plan")
	},
	run: func(ctx context.Context, a *app.App, input []byte) (any, error) {
		in, err := decode[seatingExportIn](input)
		if err != nil {
			return nil, err
		}
		c, err := operator(ctx, a, in.CompanyID)
		if err != nil {
			return nil, err
		}
		d, err := seating.Export(ctx, a, c, in.PlanID)
		if err != nil {
			return nil, err
		}
		plan, err := forms.WriteDocument(&d)
		if err != nil {
			return nil, err
		}
		packed, err := pack(plan)
		return seatingExportOut{packed}, err
	},
	print: func(w io.Writer, result []byte) error {
		out, err := decode[seatingExportOut](result)
		if err != nil {
			return err
		}
		plan, err := unpack(out.Plan)
		if err == nil {
			_, err = fmt.Fprintf(w, "%s\n", plan)
		}
		return err
	},
}

// seatingCheck reads a plan and says what is wrong with it. It needs no store.
func seatingCheck() *cli.Command {
	return &cli.Command{
		Name: "check", Usage: "say what is wrong with the file of a seating plan",
		Description: "Example:\n\n   marquee seating check --file house.json\n\n" + exitCodes,
		Flags:       []cli.Flag{text("file", "the plan, a `FILE`; - is standard input")},
		Action: func(c *cli.Context) error {
			if err := need(c, "file"); err != nil {
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
	return usage("the plan cannot be used:%s", b.String())
}

func readPlan(c *cli.Context) ([]byte, error) { return readUpTo(c, maxPlan) }

// readUpTo reads the file of a command, of so many bytes at most.
func readUpTo(c *cli.Context, most int64) ([]byte, error) {
	from, path := c.App.Reader, c.String("file")
	if path != "-" {
		f, err := openNamed(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(text)) > most {
		err = usage("the file is larger than %d MB", most>>20)
	}
	return text, err
}

func pack(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, 2*maxPlan))
}

func runSeatingImport(ctx context.Context, a *app.App, input []byte) (any, error) {
	in, err := decode[seatingImportIn](input)
	if err != nil {
		return nil, err
	}
	c, err := operator(ctx, a, in.CompanyID)
	if err != nil {
		return nil, err
	}
	text, err := unpack(in.Plan)
	if err != nil {
		return nil, err
	}
	d, err := forms.ReadDocument(text, "")
	if err != nil {
		return nil, planRefused(err)
	}
	if err := d.Check(""); err != nil {
		return nil, planRefused(err)
	}
	p, err := seating.Import(ctx, a, c, seating.NewPlan{VenueID: in.VenueID, Document: d})
	return seatingImportOut{p.ID, p.Name, p.Spaces, p.Capacity}, err
}

func printSeatingImport(w io.Writer, result []byte) error {
	out, err := decode[seatingImportOut](result)
	if err == nil {
		_, err = fmt.Fprintf(w, "Seating plan %d, %s: %d spaces for %d people\nGive it to an event with POST /events/seating-plan.\n",
			out.PlanID, out.Name, out.Spaces, out.Capacity)
	}
	return err
}
