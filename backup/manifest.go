package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"time"

	"marquee/indexes"
)

const (
	product = "marquee"
	// packForm is the version of the container.
	packForm = 1
)

// Manifest says what is in a backup. It stands in front of the store, so that it
// can be read without unpacking.
type Manifest struct {
	Product string    `json:"product"`
	Form    int       `json:"form"`
	Build   string    `json:"build"` // of the program that made the backup
	Made    time.Time `json:"made"`
	// Store is the id of the store; older programs wrote none.
	Store string `json:"store,omitempty"`
	// Scheduled backups are counted and removed by their schedule.
	Scheduled bool `json:"scheduled,omitempty"`
	// Schema is a SHA-256 of the description of every table and index.
	Schema string `json:"schema"`
	Bytes  int64  `json:"bytes"`  // of the store's file
	SHA256 string `json:"sha256"` // likewise
	// Report is what the check of this very copy said.
	Report Report `json:"report"`
}

func newManifest(build string, schema *indexes.Schema, made time.Time, store string, r Report) (Manifest, error) {
	m := Manifest{Product: product, Form: packForm, Build: build, Made: made, Store: r.Store, Schema: schemaHash(schema), Report: r}
	f, err := os.Open(store)
	if err != nil {
		return m, err
	}
	defer f.Close()
	h := sha256.New()
	m.Bytes, err = io.Copy(h, f)
	m.SHA256 = hex.EncodeToString(h.Sum(nil))
	return m, err
}

func schemaHash(schema *indexes.Schema) string {
	sum := sha256.Sum256([]byte(schema.Describe()))
	return hex.EncodeToString(sum[:])
}

// ManifestOf reads the manifest in front of a backup, wherever it lies. Nothing else of
// the backup is looked at.
func ManifestOf(ctx context.Context, path string, who []Identity) (m Manifest, err error) {
	dest, name := apart(path)
	s, err := openDestination(dest, realDisk{})
	if err != nil {
		return m, err
	}
	f, err := s.open(ctx, name)
	if err != nil {
		return m, err
	}
	defer f.Close()
	in, err := decrypt(f, who)
	if err != nil {
		return m, err
	}
	if look(in) != container {
		return m, bad("%s has no manifest", name)
	}
	return manifestIn(in)
}
