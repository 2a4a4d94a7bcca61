package order

import (
	"marquee/app/order"
	"marquee/app/seating"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// itemSpaceJSON is a seat beside its order item.
type itemSpaceJSON struct {
	AreaID     *int64 `json:"areaId"`
	BlockID    *int64 `json:"blockId"`
	StandID    *int64 `json:"standId"`
	RowID      *int64 `json:"rowId"`
	TableID    *int64 `json:"tableId"`
	TimeslotID *int64 `json:"timeslotId"`
	Name       string `json:"name"`
}

// spacePartJSON is what a seat lies in.
type spacePartJSON struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type priceBandJSON struct {
	Name string `json:"name"`
}

// placesOf are the seats of items.
func placesOf(items []order.Item) []*seating.Place {
	var all []*seating.Place
	for i := range items {
		if p := items[i].Place; p != nil {
			all = append(all, p)
		}
	}
	return all
}

// spaceRef is the seat of an item, or what it lies in; many gates and stairs lead to one.
func (x *orderItemsAround) spaceRef(name string, it *order.Item, in *rest.Included) any {
	many := name == "spaceGates" || name == "spaceStairs"
	var s *seating.Spot
	if it.Place != nil {
		s = x.spots[it.Place.SpaceID]
	}
	if s == nil || name != "priceBands" && !x.include.Has("spaces") {
		if many {
			return []rest.Ref{}
		}
		return (*rest.Ref)(nil)
	}
	switch name {
	case "spaces":
		in.Add(name, s.ID, itemSpaceJSON{
			wire.OrNull(s.Area.ID), wire.OrNull(s.Block.ID), wire.OrNull(s.Stand.ID), wire.OrNull(s.Row.ID), wire.OrNull(s.Table.ID), nil, s.Name,
		})
		return rest.Ref{Type: name, ID: s.ID}
	case "priceBands":
		in.Add(name, s.Band.ID, priceBandJSON{s.Band.Name})
		return rest.Ref{Type: name, ID: s.Band.ID}
	case "spaceGates":
		return partRefs(name, s.Gates, in)
	case "spaceStairs":
		return partRefs(name, s.Stairs, in)
	}
	part := map[string]seating.NamedPart{
		"spaceAreas": s.Area, "spaceBlocks": s.Block, "spaceRows": s.Row, "spaceStands": s.Stand, "spaceTables": s.Table,
	}[name]
	if part.ID == 0 {
		return (*rest.Ref)(nil)
	}
	return partRefs(name, []seating.NamedPart{part}, in)[0]
}

func partRefs(name string, parts []seating.NamedPart, in *rest.Included) []rest.Ref {
	refs := []rest.Ref{}
	for _, p := range parts {
		in.Add(name, p.ID, spacePartJSON(p))
		refs = append(refs, rest.Ref{Type: name, ID: p.ID})
	}
	return refs
}

// besideSpaces is what lies around the seat of an item.
func besideSpaces() []rest.Kind {
	all := []rest.Kind{{Type: "spaces", Attributes: itemSpaceJSON{}}, {Type: "priceBands", Attributes: priceBandJSON{}}}
	for _, part := range []string{"spaceAreas", "spaceBlocks", "spaceGates", "spaceRows", "spaceStairs", "spaceStands", "spaceTables"} {
		all = append(all, rest.Kind{Type: part, Attributes: spacePartJSON{}})
	}
	return all
}
