package seating

import (
	"context"
	"math"
	"slices"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/list"
	"marquee/indexes"
)

// upToID selects the record that an id lies in: the last that begins at or before it.
func upToID(id int64) indexes.Range[int64] {
	if id < math.MaxInt64 {
		id++
	}
	return indexes.To(id).Reversed().Limit(1)
}

// Filter says which plans a list shows and which page of them.
type Filter struct {
	// VenueID 0 is every venue.
	VenueID       int64 `list:"venueId"`
	Offset, Limit int64
}

var planList = &list.List[Plan, Filter]{
	Name: "seating plans", Max: MaxPage, Needs: app.ViewSeating, Table: Plans, ByOffset: true,
	Plan: func(r app.Reader, f *Filter) (list.Plan[Plan], error) {
		by, key := planListed, int64(0)
		if f.VenueID != 0 {
			by, key = planByVenue, f.VenueID
		}
		groups, err := by.Groups(r, key, key+1)
		return list.Groups(r, by, groups, list.All, false), err
	},
}

// List lists the plans of venues in the order in which they were made or revised.
func List(ctx context.Context, a *app.App, c *app.Caller, f Filter) (list.Page[Plan], error) {
	return planList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, nil)
}

// Read reads a revision of a plan of a venue; 0 is the newest.
func Read(ctx context.Context, a *app.App, c *app.Caller, id, revision int64) (p Plan, err error) {
	err = a.View(ctx, c, app.ViewSeating, func(r app.Reader) (err error) {
		p, err = revisionOf(r, id, revision)
		return err
	})
	return p, err
}

// Export reads a revision of a plan of a venue as a document; 0 is the newest.
func Export(ctx context.Context, a *app.App, c *app.Caller, id, revision int64) (d Document, err error) {
	err = a.View(ctx, c, app.ViewSeating, func(r app.Reader) error {
		p, err := revisionOf(r, id, revision)
		if err != nil {
			return err
		}
		chart, err := loadChart(r, &p)
		if err == nil {
			d = chart.document(&p)
		}
		return err
	})
	return d, err
}

// ReadOfEvent reads the plan that an event is sold from.
func ReadOfEvent(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (p Plan, err error) {
	err = a.View(ctx, c, app.ViewSeating, func(r app.Reader) error {
		found, err := OfEvent(r, eventID)
		if err == nil {
			p = *found
		}
		return err
	})
	return p, err
}

// OfTheEvent reads the plan of an event with its chart.
func OfTheEvent(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (p *Plan, chart *Chart, err error) {
	err = a.View(ctx, c, viewers(), func(r app.Reader) error {
		p, err = OfEvent(r, eventID)
		if err == nil {
			chart, err = ChartOf(r, p)
		}
		return err
	})
	return p, chart, err
}

// Outline is what a plan has but for its seats, by ids.
type Outline struct {
	Areas, Blocks, Tables []BandedPart
	General               []GeneralArea
	Bands                 []NamedPart
}

// NamedPart is a part with its id.
type NamedPart struct {
	ID   int64
	Name string
}

// BandedPart is a part with the price bands of its seats.
type BandedPart struct {
	NamedPart
	BandIDs []int64
}

// GeneralArea is a general admission area.
type GeneralArea struct {
	NamedPart
	AreaIDs []int64
	BandID  int64
}

// Outline tells what the plan has; an area restricts it to what lies there, 0 does not.
func (c *Chart) Outline(areaID int64) (Outline, error) {
	var only int64
	if areaID != 0 {
		if only = c.Place(areaID); c.part(only).Kind != Area {
			return Outline{}, app.Field("areaId", "does not exist")
		}
	}
	bands := make([][]int64, len(c.Parts)+1) // by part
	out := Outline{}
	for i := range c.Spaces {
		c.note(bands, &c.Spaces[i])
		if s := &c.Spaces[i]; s.Capacity > 0 && (only == 0 || slices.Contains(s.Areas, only)) {
			g := GeneralArea{NamedPart: NamedPart{c.SpaceID(i), s.Name}, BandID: c.PartID(s.Band), AreaIDs: []int64{}}
			for _, area := range s.Areas {
				g.AreaIDs = append(g.AreaIDs, c.PartID(area))
			}
			out.General = append(out.General, g)
		}
	}
	shown := func(place int64, p *Part) bool {
		switch {
		case only == 0:
			return true
		case p.Kind == Area:
			return place == only
		case p.Kind == Band:
			return slices.Contains(bands[only], c.PartID(place))
		}
		return p.Area == only
	}
	for i := range c.Parts {
		p, place := &c.Parts[i], int64(i+1)
		if !shown(place, p) {
			continue
		}
		named := NamedPart{c.PartID(place), p.Name}
		banded := BandedPart{named, bands[place]}
		switch p.Kind {
		case Area:
			out.Areas = append(out.Areas, banded)
		case BlockPart:
			out.Blocks = append(out.Blocks, banded)
		case Table:
			out.Tables = append(out.Tables, banded)
		case Band:
			out.Bands = append(out.Bands, named)
		}
	}
	return out, nil
}

// note adds the price band of a space to all that it lies in.
func (c *Chart) note(bands [][]int64, s *Space) {
	add := func(place int64) {
		if id := c.PartID(s.Band); place != 0 && !slices.Contains(bands[place], id) {
			bands[place] = append(bands[place], id)
		}
	}
	for _, area := range s.Areas {
		add(area)
	}
	if s.In != 0 {
		group := c.part(s.In)
		add(s.In)
		add(group.Area)
		add(group.Block)
	}
}

// Areas are the areas of the plan of an event: all, or only those where something can
// still be had, or nothing can.
func Areas(ctx context.Context, a *app.App, c *app.Caller, eventID int64, available *bool) ([]NamedPart, error) {
	_, chart, err := OfTheEvent(ctx, a, c, eventID)
	if err != nil {
		return nil, err
	}
	free := map[int64]bool{}
	if available != nil {
		if free, err = freeAreas(ctx, a, c, eventID); err != nil {
			return nil, err
		}
	}
	out := []NamedPart{}
	for i := range chart.Parts {
		place := int64(i + 1)
		if p := &chart.Parts[i]; p.Kind == Area && (available == nil || free[place] == *available) {
			out = append(out, NamedPart{chart.PartID(place), p.Name})
		}
	}
	return out, nil
}

// viewers are those who may see what an event has to sell.
func viewers() app.Requirement { return app.AnyOf{app.ViewEvents, app.ListEvents} }

func freeAreas(ctx context.Context, a *app.App, c *app.Caller, eventID int64) (map[int64]bool, error) {
	free := map[int64]bool{}
	err := a.View(ctx, c, viewers(), func(r app.Reader) error {
		s, err := ofSeller(r, eventID, c)
		if err != nil {
			return err
		}
		for i := range s.Chart.Spaces {
			if s.Left(i) == 0 {
				continue
			}
			for _, area := range s.Chart.areasOf(i) {
				free[area] = true
			}
		}
		return s.Err()
	})
	return free, err
}

// areasOf are the areas that a space lies in.
func (c *Chart) areasOf(at int) []int64 {
	if s := &c.Spaces[at]; s.In == 0 {
		return s.Areas
	}
	if area := c.part(c.Spaces[at].In).Area; area != 0 {
		return []int64{area}
	}
	return nil
}

func ofSeller(r app.Reader, eventID int64, c *app.Caller) (*Seats, error) {
	e, err := catalog.SharedEvent(r, eventID)
	if err == nil && e.DeletedAt != nil {
		err = app.Missing("event")
	}
	if err != nil {
		return nil, err
	}
	return Open(r, e, c)
}

// HasBand answers whether an event has a price band.
func HasBand(r app.Reader, k catalog.BandKey) (bool, error) {
	p, err := OfEvent(r, k.EventID)
	if app.KindOf(err) == app.NotFound {
		return false, nil
	}
	return err == nil && p.HasBand(k.BandID), err
}

// SameSeats answers whether events are sold from copies of one plan that are whole.
func SameSeats(r app.Reader, events []int64) (bool, error) {
	source := int64(0)
	for _, id := range events {
		p, err := OfEvent(r, id)
		if app.KindOf(err) == app.NotFound {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if source == 0 {
			source = p.SourceID
		}
		if p.SourceID != source {
			return false, nil
		}
	}
	return true, nil
}

// AreasOfBand answers in which areas an event has spaces of a price band.
func AreasOfBand(r app.Reader, k catalog.BandKey) (areas []int64, err error) {
	p, err := OfEvent(r, k.EventID)
	if app.KindOf(err) == app.NotFound || err == nil && !p.HasBand(k.BandID) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	chart, err := ChartOf(r, p)
	if err != nil {
		return nil, err
	}
	for _, place := range p.BandAreas[p.bandAt(k.BandID)].Areas {
		areas = append(areas, chart.PartID(place))
	}
	return areas, nil
}

// Spot is where a space lies, by ids; 0 is none.
type Spot struct {
	ID     int64
	Name   string
	Band   NamedPart
	Area   NamedPart
	Block  NamedPart
	Stand  NamedPart
	Row    NamedPart
	Table  NamedPart
	Gates  []NamedPart
	Stairs []NamedPart
}

// Spots tells where spaces lie. What is gone is left out.
func Spots(ctx context.Context, a *app.App, c *app.Caller, places []*Place) (map[int64]*Spot, error) {
	if len(places) == 0 {
		return nil, nil
	}
	var out map[int64]*Spot
	err := a.View(ctx, c, app.AnyOf{app.ListOrders, app.ViewOrders}, func(r app.Reader) (err error) {
		out, err = SpotsOf(r, places)
		return err
	})
	return out, err
}

func (c *Chart) spot(at int) *Spot {
	sp := &c.Spaces[at]
	named := func(place int64) NamedPart { return NamedPart{c.PartID(place), c.part(place).Name} }
	group := c.part(sp.In)
	s := &Spot{ID: c.SpaceID(at), Name: sp.Name, Band: named(sp.Band), Area: named(group.Area), Block: named(group.Block), Stand: named(group.Stand)}
	if sp.In == 0 && len(sp.Areas) > 0 {
		s.Area = named(sp.Areas[0])
	}
	if group.Kind == Table {
		s.Table = named(sp.In)
	} else if sp.In != 0 {
		s.Row = named(sp.In)
	}
	block := c.part(group.Block)
	for _, g := range block.Gates {
		s.Gates = append(s.Gates, named(g))
	}
	for _, g := range block.Stairs {
		s.Stairs = append(s.Stairs, named(g))
	}
	return s
}

// document is the plan as people exchange it.
func (c *Chart) document(p *Plan) Document {
	d := Document{Name: p.Name}
	if p.Focal != nil {
		d.Focal = &Position{coordinate(p.Focal.X), coordinate(p.Focal.Y)}
	}
	where := map[int64]*Group{}
	for i := range c.Parts {
		c.export(&d, &c.Parts[i])
	}
	row, table := 0, 0
	for i := range c.Parts {
		switch c.Parts[i].Kind {
		case Row:
			where[int64(i+1)] = &d.Rows[row]
			row++
		case Table:
			where[int64(i+1)] = &d.Tables[table]
			table++
		}
	}
	seats := map[int64]int{}
	for i := range c.Spaces {
		seats[c.Spaces[i].In]++
	}
	for i := range c.Spaces {
		s := &c.Spaces[i]
		if s.Capacity > 0 {
			d.General = append(d.General, General{Name: s.Name, Areas: c.keysOf(s.Areas), Band: c.key(s.Band), Capacity: s.Capacity, Mark: s.Mark})
			continue
		}
		g := where[s.In]
		if g.Seats == nil {
			g.Seats = make([]Seat, 0, seats[s.In])
		}
		g.Seats = append(g.Seats, Seat{
			Name: s.Name, At: Position{coordinate(s.At.X), coordinate(s.At.Y)}, Band: c.key(s.Band), Gap: s.Gap, Mark: s.Mark,
		})
	}
	return d
}

func coordinate(n int64) float64 { return float64(n) / pointUnit }

// key is what documents call a part by.
func (c *Chart) key(place int64) string {
	p := c.part(place)
	if p.Key != "" {
		return p.Key
	}
	return p.Name
}

func (c *Chart) keysOf(places []int64) []string {
	var all []string
	for _, p := range places {
		all = append(all, c.key(p))
	}
	return all
}

func (c *Chart) export(d *Document, p *Part) {
	label := Label{p.Key, p.Name}
	group := Group{Name: p.Name, Block: c.key(p.Block), Area: c.key(p.Area), Whole: p.Whole}
	switch p.Kind {
	case Band:
		d.PriceBands = append(d.PriceBands, label)
	case Area:
		d.Areas = append(d.Areas, label)
	case Stand:
		d.Stands = append(d.Stands, label)
	case Gate:
		d.Gates = append(d.Gates, label)
	case Stairs:
		d.Stairs = append(d.Stairs, label)
	case BlockPart:
		d.Blocks = append(d.Blocks, Block{p.Key, p.Name, c.key(p.Area), c.key(p.Stand), c.keysOf(p.Gates), c.keysOf(p.Stairs)})
	case Row:
		d.Rows = append(d.Rows, group)
	case Table:
		d.Tables = append(d.Tables, group)
	}
}
