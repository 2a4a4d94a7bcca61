package reports

import (
	"fmt"
	"net/http"

	"marquee/app"
	"marquee/app/report"
	"marquee/app/report/sheet"
	"marquee/handlers/web/office/screen"
)

func fileScreen() *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/reports/{report}/file", Needs: app.ViewReports, File: sendFile}
}

// sendFile sends all rows of a report.
func sendFile(v *screen.Visit) error {
	format := sheet.Format(v.R.URL.Query().Get("format"))
	if format != sheet.CSV && format != sheet.XLSX {
		return app.Missing("page")
	}
	p, saved, err := about(v)
	if err != nil {
		return err
	}
	done, err := v.WritesFile()
	if err != nil {
		return err
	}
	defer done()
	s := read(v, &p, saved)
	w := &begun{ResponseWriter: v.W, kind: format.ContentType(), name: fmt.Sprintf("report-%d.%s", v.ID("report"), format)}
	_, err = report.WriteFile(v.R.Context(), v.App, v.Caller, s.ask(v, &p, saved), format, false, w)
	if err != nil && w.wrote {
		panic(http.ErrAbortHandler) // nobody takes a part for the whole
	}
	return err
}

// begun says what a file is when the first of it is written: until then it can be refused.
type begun struct {
	http.ResponseWriter
	kind, name string
	wrote      bool
}

func (w *begun) Write(b []byte) (int, error) {
	if !w.wrote {
		w.wrote = true
		h := w.Header()
		h.Set("Content-Type", w.kind)
		h.Set("Content-Disposition", `attachment; filename="`+w.name+`"`)
		h.Set("Cache-Control", "no-store")
	}
	return w.ResponseWriter.Write(b)
}
