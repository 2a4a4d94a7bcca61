package office

import (
	"bufio"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/report/sheet"
	"marquee/handlers/web/page"
)

const (
	// formatQuery is which file of a list is asked for.
	formatQuery = "format"
	// maxFiles is how many files of lists are written at once: each holds a page of its list.
	maxFiles = 4
	// filePage is how many rows are read at once for a file.
	filePage = 100
	// filePause is how long the reader of a file may take for one page.
	filePause = 30 * time.Second
)

// files counts those that are being written.
type files struct{ n atomic.Int64 }

// send writes all of the list as a file: what the page shows, in its order, page after page as they
// are read. What changes meanwhile may be in it or not.
func (l *records[R, F]) send(v *visit, at string) error {
	a, err := l.asked(v, at)
	if err != nil {
		return err
	}
	f, err := l.filter(v, a)
	if err != nil {
		return err
	}
	format := sheet.Format(v.r.URL.Query().Get(formatQuery))
	if format != sheet.CSV && format != sheet.XLSX {
		return app.Missing("page")
	}
	if v.files.n.Add(1) > maxFiles {
		v.files.n.Add(-1)
		return app.Refuse(app.TooMany, "Too many requests. Please try again later.")
	}
	defer v.files.n.Add(-1)
	begun := false
	if err := l.write(v, f, format, &begun); err != nil && begun {
		panic(http.ErrAbortHandler) // nobody takes a part for the whole
	} else if err != nil {
		return err
	}
	return nil
}

// write writes the file; begun is set once something of it was sent.
func (l *records[R, F]) write(v *visit, f F, format sheet.Format, begun *bool) error {
	q := list.Request{Limit: filePage}
	page, err := l.read(v, f, q)
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s.%s"`, l.name, v.app.Now().In(v.zone).Format(time.DateOnly), format))
	*begun = true
	columns, values := l.file(v)
	buffer := bufio.NewWriterSize(v.w, 64<<10)
	out, err := sheet.New(format, buffer, columns, sheet.Look{Zone: v.zone, Comma: v.company.DecimalComma})
	if err != nil {
		return err
	}
	for control := http.NewResponseController(v.w); ; {
		_ = control.SetWriteDeadline(time.Now().Add(filePause)) // some writers of tests have none
		if err := l.writeRows(v, out, values, page.Rows); err != nil {
			return err
		}
		if !page.HasMore || page.Cursor == "" {
			break
		}
		if err := v.still(); err != nil {
			return err
		}
		q.Cursor = page.Cursor
		if page, err = l.read(v, f, q); err != nil {
			return err
		}
	}
	if err := out.Close(); err != nil {
		return err
	}
	return buffer.Flush()
}

func (l *records[R, F]) writeRows(v *visit, out sheet.Writer, values []value[R], rows []R) error {
	cells := make([]any, len(values))
	for i := range rows {
		for n := range values {
			cells[n] = values[n].of(v, &rows[i])
		}
		if err := out.Row(cells); err != nil {
			return err
		}
	}
	return nil
}

// still asks whether whoever reads a file may go on: a long one is read for minutes, and they may
// have been suspended since, or may do something else by now.
func (v *visit) still() error {
	c, err := company.AuthenticateAt(v.r.Context(), v.app, company.ForPage, v.site.Cookie(v.r, page.StaffCookie), v.company.ID)
	if err == nil && c.Rights() != v.caller.Rights() {
		err = app.Refuse(app.Forbidden, "This action is unauthorized.")
	}
	return err
}
