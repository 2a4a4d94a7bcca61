package records

import (
	"bufio"
	"fmt"
	"marquee/handlers/web/office/screen"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/app/report/sheet"
)

const (
	// formatQuery is which file of a list is asked for.
	formatQuery = "format"
	// filePage is how many rows are read at once for a file.
	filePage = 100
	// filePause is how long the reader of a file may take for one page.
	filePause = 30 * time.Second
)

// Send writes all of the list as a file: what the page shows, in its order, page after page as they
// are read. What changes meanwhile may be in it or not.
func (l *List[R, F]) Send(v *screen.Visit, at string) error {
	a, err := l.asked(v, at)
	if err != nil {
		return err
	}
	f, err := l.filter(v, a)
	if err != nil {
		return err
	}
	format := sheet.Format(v.R.URL.Query().Get(formatQuery))
	if format != sheet.CSV && format != sheet.XLSX {
		return app.Missing("page")
	}
	done, err := v.WritesFile()
	if err != nil {
		return err
	}
	defer done()
	begun := false
	if err := l.write(v, f, format, &begun); err != nil && begun {
		panic(http.ErrAbortHandler) // nobody takes a part for the whole
	} else if err != nil {
		return err
	}
	return nil
}

// write writes the file; begun is set once something of it was sent.
func (l *List[R, F]) write(v *screen.Visit, f F, format sheet.Format, begun *bool) error {
	q := list.Request{Limit: filePage}
	page, err := l.Read(v, f, q)
	if err != nil {
		return err
	}
	h := v.W.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s.%s"`, l.Name, v.App.Now().In(v.Zone).Format(time.DateOnly), format))
	*begun = true
	columns, values := l.file(v)
	buffer := bufio.NewWriterSize(v.W, 64<<10)
	out, err := sheet.New(format, buffer, columns, sheet.Look{Zone: v.Zone, Comma: v.Company.DecimalComma})
	if err != nil {
		return err
	}
	for control := http.NewResponseController(v.W); ; {
		_ = control.SetWriteDeadline(time.Now().Add(filePause)) // some writers of tests have none
		if err := l.writeRows(v, out, values, page.Rows); err != nil {
			return err
		}
		if !page.HasMore || page.Cursor == "" {
			break
		}
		if err := v.Still(); err != nil {
			return err
		}
		q.Cursor = page.Cursor
		if page, err = l.Read(v, f, q); err != nil {
			return err
		}
	}
	if err := out.Close(); err != nil {
		return err
	}
	return buffer.Flush()
}

func (l *List[R, F]) writeRows(v *screen.Visit, out sheet.Writer, values []Value[R], rows []R) error {
	cells := make([]any, len(values))
	for i := range rows {
		for n := range values {
			cells[n] = values[n].Of(v, &rows[i])
		}
		if err := out.Row(cells); err != nil {
			return err
		}
	}
	return nil
}
