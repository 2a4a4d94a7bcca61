package company

import (
	"errors"
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// VisibilityGroup is a group of users. Who is in groups sees only what one of them shows.
type VisibilityGroup struct {
	ID        int64     `msgpack:"i"`
	Name      string    `msgpack:"n"`
	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

var (
	groupByName = indexes.NewUnique("name", kv.String, func(g *VisibilityGroup) []string { return []string{app.Fold(g.Name)} })
	groupListed = indexes.NewBy("listed", kv.Int, func(*VisibilityGroup) []int64 { return []int64{0} }).Counted().Ascending()
	groups      = indexes.Define(indexes.Spec[VisibilityGroup]{
		Name: "visibility_groups", Version: 1, Shared: true,
		Person: indexes.Nobody("how a company sells"),
		ID:     func(g *VisibilityGroup) *int64 { return &g.ID },
		Stamp:  func(tx indexes.Tx, old, g *VisibilityGroup) { app.Stamp(tx, old == nil, &g.CreatedAt, &g.UpdatedAt) },
	}, groupByName.Index, groupListed.Index)
)

// wantGroups refuses visibility groups that do not exist.
func wantGroups(r app.Reader, ids []int64) error {
	for i, id := range ids {
		_, err := groups.GetShared(r, id)
		if errors.Is(err, indexes.ErrNotFound) {
			err = app.Field(fmt.Sprintf("visibilityGroups.%d", i), "does not exist")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
