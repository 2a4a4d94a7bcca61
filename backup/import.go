package backup

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// importBatch is how many frames one transaction takes.
const importBatch = 500

// Import fills a store that holds nothing yet with an export, and makes the
// indexes. The caller throws the store away when it fails. It gives the number of
// records. The last commit of the store that was exported is judged by clock before
// anything is written.
func Import(ctx context.Context, a *app.App, r io.Reader, clock func(last time.Time) error) (int64, error) {
	in := &importer{u: newUnframer(r), engine: a.Engine(), schema: a.Schema(), clock: clock}
	if err := in.u.intro(); err != nil {
		return 0, err
	}
	if err := in.header(ctx); err != nil {
		return 0, err
	}
	for !in.done {
		if err := in.batch(ctx); err != nil {
			return in.records, err
		}
	}
	return in.records, a.Schema().Rebuild(ctx, a.Engine())
}

type importer struct {
	u       unframer
	engine  kv.Engine
	schema  *indexes.Schema
	clock   func(last time.Time) error
	records int64
	done    bool
}

// header refuses what this program cannot take, and a store of which the clock
// would run behind what it holds.
func (in *importer) header(ctx context.Context) error {
	letter, _, err := in.u.next()
	if err != nil {
		return err
	}
	b, err := in.u.bytes()
	if err != nil {
		return err
	}
	var h ExportHeader
	if err := json.Unmarshal(b, &h); err != nil || letter != frameHeader {
		return bad("its header cannot be read")
	}
	switch {
	case h.Product != product:
		return bad("another product made it (%q)", h.Product)
	case h.Schema != schemaHash(in.schema):
		return bad("a program with another schema made it; import it with that one, then let this one open the store")
	}
	if err := in.clock(h.LastCommit); err != nil {
		return err
	}
	return in.engine.Update(ctx, func(tx kv.Tx) error {
		if !tx.Now().After(h.LastCommit) {
			return fmt.Errorf("the last commit of the export is of %s, and this machine has not come to that: set its clock right. Where the clock was ahead when that was written, a backup of before, or restore --as-of, brings back the right time", instant(h.LastCommit))
		}
		return nil
	})
}

// frame is one that was read and is to be written.
type frame struct {
	letter byte
	raw    indexes.Raw
	lastID int64
}

// batch reads some frames and writes them in one transaction.
func (in *importer) batch(ctx context.Context) error {
	var all []frame
	for len(all) < importBatch && !in.done {
		f, err := in.read()
		if err != nil {
			return err
		}
		if !in.done {
			all = append(all, f)
		}
	}
	return in.engine.Update(ctx, func(tx kv.Tx) error {
		for _, f := range all {
			if err := f.write(in.schema, tx); err != nil {
				return bad("%v", err)
			}
		}
		return nil
	})
}

func (f frame) write(schema *indexes.Schema, tx kv.Tx) error {
	if f.letter == frameLastID {
		return schema.LoadLastID(tx, f.raw.Table, f.lastID)
	}
	return schema.Load(tx, f.raw)
}

func (in *importer) read() (f frame, err error) {
	letter, before, err := in.u.next()
	if err != nil {
		return f, err
	}
	f.letter = letter
	switch letter {
	case frameLastID:
		err = in.lastID(&f)
	case frameRecord:
		in.records++
		err = in.record(&f.raw)
	case frameEnd:
		in.done = true
		err = in.u.over(in.records, before)
	default:
		err = bad("frame %q is unknown here", letter)
	}
	return f, err
}

func (in *importer) lastID(f *frame) error {
	table, err := in.u.bytes()
	if err != nil {
		return err
	}
	f.raw.Table = string(table)
	f.lastID, err = in.u.number()
	return err
}

func (in *importer) record(raw *indexes.Raw) error {
	table, err := in.u.bytes()
	if err != nil {
		return err
	}
	raw.Table = string(table)
	if raw.Company, err = in.u.number(); err != nil {
		return err
	}
	version, err := in.u.number()
	if err != nil {
		return err
	}
	raw.Version = int(version)
	if raw.Key, err = in.u.bytes(); err != nil {
		return err
	}
	raw.Payload, err = in.u.bytes()
	return err
}
