package backup

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marquee/app"
	"marquee/kv"
	"marquee/kv/bolt"
)

// BenchmarkStall tells how long writers wait while a store of 256 MB is copied: the
// worst of each copy, and the worst of the same time without one.
func BenchmarkStall(b *testing.B) {
	path := filepath.Join(b.TempDir(), "marquee.db")
	e, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	bulk := make([]byte, 256<<10)
	for i := range uint32(1024) {
		for j := range bulk {
			bulk[j] = byte(rand.Uint32())
		}
		if err := e.Update(b.Context(), func(tx kv.Tx) error { return tx.Put("bulk", binary.BigEndian.AppendUint32(nil, i), bulk) }); err != nil {
			b.Fatal(err)
		}
	}
	a := app.New(e, business, app.Options{})
	var idle, busy, copies []time.Duration
	for b.Loop() {
		start := time.Now()
		busy = append(busy, worstWrite(b, e, func() {
			if _, err := HotCopy(b.Context(), a, path+".copy"); err != nil {
				b.Fatal(err)
			}
		}))
		took := time.Since(start)
		copies = append(copies, took)
		if err := os.Remove(path + ".copy"); err != nil {
			b.Fatal(err)
		}
		idle = append(idle, worstWrite(b, e, func() { time.Sleep(took) }))
	}
	report := func(name string, all []time.Duration) {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms-"+name+"-median")
		b.ReportMetric(float64(all[len(all)-1].Microseconds())/1000, "ms-"+name+"-worst")
	}
	report("without", idle)
	report("copying", busy)
	report("copy", copies)
}

// worstWrite is the longest of the writes that eight writers make meanwhile.
func worstWrite(b *testing.B, e *bolt.Engine, do func()) time.Duration {
	l := begin(b, e, 8)
	do()
	l.end()
	return time.Duration(l.worst.Load())
}
