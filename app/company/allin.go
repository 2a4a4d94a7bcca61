package company

import (
	"marquee/app"
	"marquee/indexes"
)

// AllIn is which fees are inside the prices that buyers are shown. What is charged does not
// depend on it. The text is the slug of the API.
type AllIn string

// Which fees prices show.
const (
	// AllInNone: those of the price alone; fees are lines of the basket.
	AllInNone AllIn = ""
	// AllInItem: those that each unit brings, too. AllInOrder is the same by another name: what an
	// order or an event is charged once is told beside the total, as nobody pays it for each unit.
	AllInItem  AllIn = "item"
	AllInOrder AllIn = "order"
)

// checkAllIn refuses prices with their fees where what these cost depends on who buys.
func (c *Company) checkAllIn(r app.Reader) error {
	if c.AllIn == AllInNone {
		return nil
	}
	for hit, err := range taxBands.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if hit.Rec.DeletedAt == nil && hit.Rec.ByCountry() {
			return app.Field("allInPrices", "is not possible: a tax band depends on the country of the buyer")
		}
	}
	return nil
}
