package catalog

import (
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

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
