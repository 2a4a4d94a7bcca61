package catalog

import (
	"fmt"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/media"
	"marquee/indexes"
)

// lookout reports what is referred to and not there.
type lookout struct {
	r      app.Reader
	report func(app.Breach)
}

// want looks for a record; found says what its reading gave.
func (l lookout) want(id int64, what, model string, to int64, found error) error {
	if app.KindOf(missing(found, model)) == app.NotFound {
		l.report(app.Breach{ID: id, Key: what, Expected: fmt.Sprintf("%s %d", model, to), Found: "nothing"})
		return nil
	}
	return found
}

func checkEvents(r app.Reader, report func(app.Breach)) error {
	l := lookout{r, report}
	for hit, err := range Events.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if v := hit.Rec.VenueID; v != 0 {
			_, found := Venues.Get(r, v)
			if err := l.want(hit.ID, "event", "venue", v, found); err != nil {
				return err
			}
		}
		for _, t := range hit.Rec.Tags {
			_, found := Tags.Get(r, t)
			if err := l.want(hit.ID, "event", "tag", t, found); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkPlaces(r app.Reader, report func(app.Breach)) error {
	l := lookout{r, report}
	for hit, err := range Venues.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		_, found := Cities.Get(r, hit.Rec.CityID)
		if err := l.want(hit.ID, "venue", "city", hit.Rec.CityID, found); err != nil {
			return err
		}
	}
	for hit, err := range Timeslots.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		_, found := Events.Get(r, hit.Rec.EventID)
		if err := l.want(hit.ID, "timeslot", "event", hit.Rec.EventID, found); err != nil {
			return err
		}
	}
	return nil
}

func checkSaleItems(r app.Reader, report func(app.Breach)) error {
	l := lookout{r, report}
	for hit, err := range SaleItems.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if err := l.saleItem(&hit.Rec); err != nil {
			return err
		}
	}
	return nil
}

func (l lookout) saleItem(s *SaleItem) error {
	item, found := InventoryItems.Get(l.r, s.ItemID)
	if found == nil && item.Type != s.Type {
		l.report(app.Breach{ID: s.ID, Key: "sale item", Expected: "type " + string(item.Type), Found: string(s.Type)})
	}
	if err := l.want(s.ID, "sale item", "inventory item", s.ItemID, found); err != nil {
		return err
	}
	e, found := Event{}, error(nil)
	if s.EventID != 0 {
		if e, found = Events.Get(l.r, s.EventID); found == nil && e.DeletedAt != nil && s.DeletedAt == nil {
			l.report(app.Breach{ID: s.ID, Key: "sale item", Expected: "deleted with its event", Found: "alive"})
		}
	}
	if err := l.want(s.ID, "sale item", "event", s.EventID, found); err != nil {
		return err
	}
	if s.TaxBandID != 0 {
		_, found := company.TaxBandByID(l.r, s.TaxBandID)
		if err := l.want(s.ID, "sale item", "tax band", s.TaxBandID, found); err != nil {
			return err
		}
	}
	return l.family(s)
}

// family looks at the sale items and the timeslot that one hangs on.
func (l lookout) family(s *SaleItem) error {
	others := append(s.content(), s.Prerequisites...)
	if s.ParentID != 0 {
		others = append(others, s.ParentID)
	}
	for _, id := range others {
		_, found := SaleItems.Get(l.r, id)
		if err := l.want(s.ID, "sale item", "sale item", id, found); err != nil {
			return err
		}
	}
	if s.GroupID != 0 {
		g, found := ItemGroups.Get(l.r, s.GroupID)
		if found == nil && g.EventID != s.EventID {
			l.report(app.Breach{ID: s.ID, Key: "sale item", Expected: fmt.Sprintf("a group of event %d", s.EventID), Found: fmt.Sprintf("of %d", g.EventID)})
		}
		if err := l.want(s.ID, "sale item", "sale-item group", s.GroupID, found); err != nil {
			return err
		}
	}
	if s.TimeslotID == 0 {
		return nil
	}
	t, found := Timeslots.Get(l.r, s.TimeslotID)
	if found == nil && t.EventID != s.EventID {
		l.report(app.Breach{ID: s.ID, Key: "sale item", Expected: fmt.Sprintf("a timeslot of event %d", s.EventID), Found: fmt.Sprintf("of %d", t.EventID)})
	}
	return l.want(s.ID, "sale item", "timeslot", s.TimeslotID, found)
}

// checkOutside holds a season ticket to what the events of its run say about their capacity.
func checkOutside(r app.Reader, s *SaleItem, report func(app.Breach)) error {
	if s.DeletedAt != nil {
		return nil
	}
	for _, id := range s.Run {
		e, err := EventByID(r, id)
		if err != nil && app.KindOf(err) != app.NotFound {
			return err
		}
		if e.Settings.SeasonOutside != slices.Contains(s.Outside, id) {
			report(app.Breach{ID: s.ID, Key: "sale item", Expected: fmt.Sprintf("capacity of event %d as that says", id), Found: "other"})
		}
	}
	return nil
}

// checkLayers adds the counters of sale items up, layer by layer: each layer
// above holds the sum. It needs memory for the catalogue, none for the orders.
func checkLayers(r app.Reader, report func(app.Breach)) error {
	sums := map[StockKey]Stock{}
	for hit, err := range SaleItems.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		own, err := StockOf(r, LayerSaleItem, hit.ID)
		if err != nil {
			return err
		}
		if err := checkOutside(r, &hit.Rec, report); err != nil {
			return err
		}
		for _, k := range LayersOf(&hit.Rec) {
			sum := sums[k]
			sum.Sold, sum.Reserved = sum.Sold+own.Sold, sum.Reserved+own.Reserved
			sums[k] = sum
		}
	}
	for hit, err := range Stocks.Scan(r, indexes.All[StockKey]()) {
		if err != nil {
			return err
		}
		if sum, c := sums[hit.Key], hit.Rec; sum.Sold != c.Sold || sum.Reserved != c.Reserved {
			report(app.Breach{
				ID: c.ID, Key: fmt.Sprintf("stock layer %d", c.Layer),
				Expected: fmt.Sprintf("%d sold, %d reserved", sum.Sold, sum.Reserved),
				Found:    fmt.Sprintf("%d sold, %d reserved", c.Sold, c.Reserved),
			})
		}
	}
	return nil
}

// checkImages finds pictures whose bytes are gone, and bytes that no picture has.
func checkImages(r app.Reader, report func(app.Breach)) error {
	c, err := company.SettingsOf(r)
	if err != nil {
		return err
	}
	shown := map[int64]string{}
	note := func(images []media.Image) {
		for i := range images {
			shown[images[i].FileID] = images[i].Hash
		}
	}
	note(c.Images)
	for hit, err := range Events.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		note(hit.Rec.Images)
	}
	for hit, err := range media.Files.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if hash, ok := shown[hit.ID]; !ok || hash != hit.Rec.Hash {
			report(app.Breach{ID: hit.ID, Key: "picture", Expected: "an event or a company that shows it", Found: "nobody"})
		}
		delete(shown, hit.ID)
	}
	for id := range shown {
		report(app.Breach{ID: id, Key: "picture", Expected: "its bytes", Found: "nothing"})
	}
	return nil
}
