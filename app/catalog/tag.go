package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// TagRef names a tag: by id, or by a name that is used or made.
type TagRef struct {
	ID   int64
	Name string
}

func tagProblems(refs []TagRef) app.Problems {
	var p app.Problems
	wantRange(&p, "tags", int64(len(refs)), 0, maxTags)
	for i, ref := range refs {
		if ref.ID == 0 {
			wantName(&p, fmt.Sprintf("tags.%d.name", i), ref.Name, maxTag)
		}
	}
	return p
}

// resolveTags gives the ids of tags, each once, in the order they were named.
func resolveTags(tx app.Tx, refs []TagRef) ([]int64, error) {
	ids := []int64{}
	for i, ref := range refs {
		id, err := resolveTag(tx, ref)
		if errors.Is(err, indexes.ErrNotFound) {
			return nil, absent(fmt.Sprintf("tags.%d.id", i), "tag")
		}
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func resolveTag(tx app.Tx, ref TagRef) (int64, error) {
	if ref.ID != 0 {
		t, err := Tags.Get(tx, ref.ID)
		return t.ID, err
	}
	known, found, err := tagByName.Find(tx, app.Fold(ref.Name))
	if err != nil || found {
		return known.ID, err
	}
	t := Tag{Name: strings.TrimSpace(ref.Name)}
	err = tagTable.Insert(tx, &t)
	return t.ID, err
}

// Tag is a label of events.
type Tag struct {
	ID        int64     `msgpack:"id"`
	Name      string    `msgpack:"n"`
	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

var tagByName = indexes.NewUnique("name", kv.String, func(t *Tag) []string { return []string{app.Fold(t.Name)} })

// Tags is the table of event tags.
var Tags = tagTable.Table

var tagTable = indexes.Define(indexes.Spec[Tag]{
	Name: "tags", Version: 1, Shared: true,
	Person: indexes.Nobody("what is sold, and when"),
	ID:     func(t *Tag) *int64 { return &t.ID },
	Stamp:  func(tx app.Tx, old, t *Tag) { app.Stamp(tx, old == nil, &t.CreatedAt, &t.UpdatedAt) },
}, tagByName.Index)
