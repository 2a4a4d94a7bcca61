package rest

import (
	"testing"

	"github.com/matryer/is"
)

type shopJSON struct {
	_     Of             `rest:"shops"`
	ID    int64          `json:"id"`
	Name  string         `json:"name"`
	Place *placeJSON     `json:"place"`
	Rows  Rows[itemJSON] `json:"rows"`
}

type placeJSON struct {
	_    Of     `rest:"places"`
	ID   int64  `json:"id"`
	City string `json:"city"`
}

// itemJSON holds its resource in an embedded struct, and another shop.
type itemJSON struct {
	itemPart
	Note string `json:"note"`
}

type itemPart struct {
	_     Of         `rest:"items"`
	ID    int64      `json:"id"`
	Price int64      `json:"price"`
	From  *shopJSON  `json:"from"`
	At    *placeJSON `json:"at"`
}

func TestOnlyNamesFieldsOfChildrenToo(t *testing.T) {
	shop := shopJSON{ID: 1, Name: "a", Place: &placeJSON{ID: 2, City: "b"}}
	shop.Rows = Rows[itemJSON]{N: 1, Fill: func(_ int, row *itemJSON) {
		*row = itemJSON{itemPart{ID: 3, Price: 4, At: &placeJSON{ID: 5, City: "c"}}, "n"}
	}}
	for _, c := range []struct{ name, only, except, want string }{
		{"the parent alone", "shops.name", "", `{"id":1,"name":"a"}`},
		{"a child beside the parent", "shops.id,places.city", "",
			`{"id":1,"place":{"id":2,"city":"b"},"rows":[{"id":3,"price":4,"from":null,"at":{"id":5,"city":"c"},"note":"n"}]}`},
		{"rows beside the parent", "shops.name,items.price", "", `{"id":1,"name":"a","rows":[{"id":3,"price":4,"from":null}]}`},
		{"a grandchild brings the way to it", "shops.id,items.id,places.id", "", `{"id":1,"place":{"id":2},"rows":[{"id":3,"from":null,"at":{"id":5}}]}`},
		{"a field named whole stays whole", "shops.place", "", `{"id":1,"place":{"id":2,"city":"b"}}`},
		{"a child alone leaves the parent as it is", "places.id,items.id", "", `{"id":1,"name":"a","place":{"id":2},"rows":[{"id":3,"from":null,"at":{"id":5}}]}`},
		{"what except takes of a child brings nothing", "shops.name", "places.city", `{"id":1,"name":"a"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := is.New(t)
			f, err := ParseFilter(c.only, c.except)
			is.NoErr(err)
			got, err := encodeText(shop, f)
			is.NoErr(err)
			is.Equal(got, c.want)
		})
	}
}
