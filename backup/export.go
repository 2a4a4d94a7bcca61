package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"marquee/indexes"
	"marquee/kv"
	"marquee/kv/bolt"
)

// ExportHeader says what an export is of.
type ExportHeader struct {
	Product    string    `json:"product"`
	LastCommit time.Time `json:"lastCommit"`
	// Schema is as in a Manifest. Only a program with the same one imports it.
	Schema string `json:"schema"`
}

// Export writes every record of a store that nobody writes to, as a stream of
// frames (see frameHeader). The same snapshot gives the same bytes. It gives the
// number of records.
func (k *Keeper) Export(ctx context.Context, store string, w io.Writer) (n int64, err error) {
	report, err := k.check(ctx, store, Shallow)
	if err != nil {
		return 0, err
	}
	if len(report.Pending) > 0 {
		return 0, bad("an older program wrote it; start the server once, which upgrades it")
	}
	f, err := bolt.OpenFrozen(store)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	out := &frames{w: bufio.NewWriterSize(w, sealedStep), sum: sha256.New()}
	out.raw([]byte(exportIntro))
	head, err := json.Marshal(ExportHeader{product, report.LastCommit, schemaHash(k.Business.Schema)})
	if err != nil {
		return 0, err
	}
	out.start(frameHeader).bytes(head).end()
	err = f.View(ctx, func(r kv.Reader) error {
		n, err = exportAll(ctx, k.Business.Schema, r, out)
		return err
	})
	if err != nil {
		return n, err
	}
	sum := out.sum.Sum(nil)
	out.start(frameEnd).number(n).bytes(sum).end()
	return n, out.w.Flush()
}

func exportAll(ctx context.Context, schema *indexes.Schema, r kv.Reader, out *frames) (n int64, err error) {
	ids, err := schema.LastIDs(r)
	if err != nil {
		return 0, err
	}
	for _, table := range slices.Sorted(maps.Keys(ids)) {
		out.start(frameLastID).bytes([]byte(table)).number(ids[table]).end()
	}
	for raw, err := range schema.Scan(ctx, r) {
		if err == nil {
			err = raw.Err
		}
		if err != nil {
			return n, err
		}
		n++
		out.start(frameRecord).bytes([]byte(raw.Table)).number(raw.Company).number(int64(raw.Version)).bytes(raw.Key).bytes(raw.Payload).end()
	}
	return n, nil
}

// ExportTo exports into a new file, whole and synced or not at all.
func (k *Keeper) ExportTo(ctx context.Context, store, path string) (n int64, err error) {
	if there, err := isThere(path); err != nil || there {
		return 0, errors.Join(err, fmt.Errorf("%s exists already; it was left alone", path))
	}
	err = writeFile(k.disk, path, func(w io.Writer) error {
		n, err = k.Export(ctx, store, w)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, k.disk.SyncFolder(filepath.Dir(path))
}
