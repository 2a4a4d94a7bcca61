package savedview

import (
	"fmt"
	"time"

	"marquee/app"
	"marquee/indexes"
)

// View is a saved view of a list.
type View struct {
	ID int64 `msgpack:"i"`
	// List is the name of the list: "orders".
	List string `msgpack:"l"`
	Name string `msgpack:"n"`
	// Filter is the query of the list's address, in the order of its names.
	Filter string `msgpack:"f"`
	// UserID is whose it is; Shared: everybody in the company sees it.
	UserID int64 `msgpack:"u"`
	Shared bool  `msgpack:"s,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

func (v *View) check() error {
	if v.List == "" || v.Name == "" {
		return fmt.Errorf("saved view %d: of nothing", v.ID)
	}
	return nil
}

var views = indexes.Define(indexes.Spec[View]{
	Name: "saved_views", Version: 1,
	Person: indexes.Searched("names, and what is looked for"),
	ID:     func(v *View) *int64 { return &v.ID },
	Stamp:  func(tx app.Tx, old, v *View) { app.Stamp(tx, old == nil, &v.CreatedAt, &v.UpdatedAt) },
	Check:  (*View).check,
})

// Area is what this area brings.
func Area() app.Area {
	return app.Area{Tables: []indexes.Declared{views.Declared}}
}
