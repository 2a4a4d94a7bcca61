package bench

import (
	"io"
	"testing"

	"marquee/app/report"
	files "marquee/app/report/sheet"
)

// BenchmarkExport writes the attendance of the whole store, and tells what a row costs: the
// time of all processors too, the collector's with it.
func BenchmarkExport(b *testing.B) {
	s := openHotStore(b)
	for _, f := range []files.Format{files.CSV, files.JSON, files.XLSX} {
		b.Run(string(f), func(b *testing.B) {
			b.ReportAllocs()
			rows, began := int64(0), processCPU()
			for b.Loop() {
				rows += s.exported(b, f)
			}
			b.ReportMetric(float64(processCPU()-began)/float64(rows), "cpu-ns/row")
			b.ReportMetric(float64(b.Elapsed())/float64(rows), "ns/row")
			b.ReportMetric(float64(rows)/float64(b.N), "rows")
		})
	}
}

// exported writes the attendance, and tells how many rows it has.
func (s *hotStore) exported(t testing.TB, f files.Format) int64 {
	rows, err := report.WriteFile(t.Context(), s.app, s.owner, report.Ask{ID: report.Attendance}, f, false, io.Discard)
	must(t, err)
	return rows
}
