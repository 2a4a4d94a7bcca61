package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/report/sheet"
)

// WriteFile writes a whole report as a file, and tells how many rows it has. Formatted
// amounts and percentages have decimals; others are integers in minor units, and numbers.
// What people open is always formatted.
func WriteFile(ctx context.Context, a *app.App, c *app.Caller, in Ask, f sheet.Format, formatted bool, w io.Writer) (rows int64, err error) {
	look, err := in.Look(ctx, a, c)
	if err != nil {
		return 0, err
	}
	formatted = formatted || f == sheet.XLSX || f == sheet.CSV && look.Comma
	var out sheet.Writer
	var columns []Column
	err = Export(ctx, a, c, in, func(all []Column) (err error) {
		columns = all
		named := make([]sheet.Column, len(all))
		for i := range all {
			named[i] = sheet.Column{Key: keyFor(f, &all[i]), Label: all[i].Label, Moments: all[i].Kind == Moment}
		}
		out, err = sheet.New(f, w, named, look)
		return err
	}, func(some []Row) error {
		for _, row := range some {
			for i := range row {
				row[i] = fileCell(columns[i].Kind, row[i], formatted)
			}
			if err := out.Row(row); err != nil {
				return err
			}
			rows++
		}
		return nil
	})
	if err != nil {
		return rows, err
	}
	return rows, out.Close()
}

// Look is how the file of a report looks to people. Times are on the clocks of the event that
// it is about, or of the company.
func (in Ask) Look(ctx context.Context, a *app.App, c *app.Caller) (look sheet.Look, err error) {
	in, _, err = in.resolve(ctx, a, c)
	if err != nil {
		return look, err
	}
	q, _, err := in.query()
	if err != nil {
		return look, err
	}
	err = a.Browse(ctx, c, app.ViewReports, func(r app.Reader) error {
		settings, err := company.SettingsOf(r)
		if err != nil {
			return err
		}
		look.Zone, look.Comma = settings.Location(), settings.DecimalComma
		if in.DecimalComma != nil {
			look.Comma = *in.DecimalComma
		}
		if len(q.filter.EventIDs) == 1 {
			look.Zone = zonesOf(r).of(q.filter.EventIDs[0])
		}
		return nil
	})
	return look, err
}

func keyFor(f sheet.Format, c *Column) string {
	if f == sheet.JSON {
		return c.CamelKey()
	}
	return c.Key
}

// fileCell is a value of a row as files have it.
func fileCell(kind Kind, v any, formatted bool) any {
	switch t := v.(type) {
	case []string:
		return strings.Join(t, ", ")
	case Amount:
		if !formatted {
			return t.Minor
		}
		cur, _ := company.CurrencyByID(t.CurrencyID)
		cur.Symbol = ""
		return sheet.Number(cur.Amount(t.Minor))
	case int64:
		switch {
		case kind == Percent && formatted:
			return sheet.Number(fmt.Sprintf("%d.%d%%", t/10, t%10))
		case kind == Percent:
			return float64(t) / 10
		case kind == TaxRate:
			return rateNumber(t)
		}
	}
	return v
}

// writeRun writes the file of a run: what the report says for its moment, as of now.
func writeRun(ctx context.Context, a *app.App, companyID int64, d *Delivery, s *Saved, to io.Writer) (rows int64, err error) {
	c, err := callerFor(ctx, a, companyID, s)
	if err != nil {
		return 0, err
	}
	settings, err := company.Settings(ctx, a, c)
	if err != nil {
		return 0, err
	}
	in, err := s.asked(d.Due, settings.Location())
	if err != nil {
		return 0, err
	}
	in.Refresh = true
	return WriteFile(ctx, a, c, in, s.Schedule.Format, true, to)
}

func intoFolder(ctx context.Context, a *app.App, companyID int64, d *Delivery, s *Saved, name string) (rows int64, err error) {
	keep := folders.Of(a).keep
	if keep == nil {
		return 0, app.Refuse(app.Invalid, "This box office has no folder for reports.")
	}
	err = keep(name, func(to io.Writer) (err error) {
		rows, err = writeRun(ctx, a, companyID, d, s, to)
		return err
	})
	return rows, err
}

// ErrLarge says that a file is larger than it may be.
var ErrLarge = errors.New("report: the file is too large")

// limited holds what is written, up to a size.
type limited struct {
	bytes.Buffer
	most int
}

func (l *limited) Write(b []byte) (int, error) {
	if l.Len()+len(b) > l.most {
		return 0, ErrLarge
	}
	return l.Buffer.Write(b)
}

// FileOfRun is the file of a run with its name, of so many bytes at most. There is none
// after the report was changed: it may not be meant for those any more whom it went to.
func FileOfRun(ctx context.Context, a *app.App, companyID, id int64, most int) (name string, f sheet.Format, file []byte, err error) {
	d, s, err := deliveryByID(ctx, a, companyID, id)
	if err == nil && (s.Schedule == nil || d.Revision != s.Revision) {
		err = app.Refuse(app.Invalid, "The report was changed before it was sent.")
	}
	if err != nil {
		return "", "", nil, err
	}
	to := &limited{most: most}
	if _, err := writeRun(ctx, a, companyID, &d, &s, to); err != nil {
		return "", "", nil, err
	}
	f = s.Schedule.Format
	return fmt.Sprintf("report-%d-%s.%s", s.Number(), d.Due.In(s.Schedule.location()).Format(time.DateOnly), f), f, to.Bytes(), nil
}
