package seating

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/seating"
	"marquee/handlers/rest"
)

type spacesIn struct {
	EventID rest.ID  `query:"eventId" required:"true" min:"1"`
	PartID  *rest.ID `query:"partId" blank:"true" doc:"Only the spaces of one area, block, row, table or price band."`
}

type spacesJSON struct {
	PriceBands []offeredJSON `json:"priceBands"`
	Spaces     []spaceJSON   `json:"spaces"`
	Kept       []keptJSON    `json:"kept" doc:"What holds keep of general admission areas."`
}

type keptJSON struct {
	SpaceID int64 `json:"spaceId"`
	HoldID  int64 `json:"holdId"`
	Left    int64 `json:"left" doc:"How many the users of the hold can still sell from it."`
}

// offeredJSON is a price band with the sale items that sell its spaces.
type offeredJSON struct {
	bandIDJSON
	SaleItems []offerJSON `json:"saleItems"`
}

type offerJSON struct {
	ID     int64            `json:"id"`
	Prices map[string]int64 `json:"basePrices" doc:"Minor units by currency code, where no channel has its own."`
}

type spaceJSON struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Area        *string `json:"area"`
	Block       *string `json:"block"`
	Row         *string `json:"row"`
	Table       *string `json:"table"`
	X           float64 `json:"x"`
	Y           float64 `json:"y"`
	PriceBandID int64   `json:"priceBandId"`
	Status      status  `json:"status"`
	HoldID      *int64  `json:"holdId"`
	Left        int64   `json:"left" doc:"How many the caller can still sell of it."`
	Capacity    int64   `json:"capacity" doc:"More than one for a general admission area."`
}

// status is what can be done with a space now.
type status string

// Values are the statuses.
func (status) Values() []string {
	var all []string
	for _, s := range seating.Statuses {
		all = append(all, string(s))
	}
	return all
}

type markIn struct {
	EventID  rest.ID    `json:"eventId" required:"true" min:"1"`
	SpaceIDs *[]rest.ID `json:"spaceIds" maxitems:"1000"`
	PartID   *rest.ID   `json:"partId" blank:"true" doc:"An area, block, row, table or price band whose spaces all are meant, instead of spaceIds."`
	Status   string     `json:"status" required:"true" enum:"available,unavailable,hidden,restricted" doc:"restricted keeps them for a hold."`
	HoldID   *rest.ID   `json:"holdId" blank:"true" doc:"The hold, with the status restricted."`
}

type markedJSON struct {
	Changed int64 `json:"changed" doc:"How many spaces had another status."`
}

func spaces(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/seating-spaces", Summary: "List the seats of an event with status and price", Tag: "Seating",
			Doc: "For those who sell.", Allow: app.Sell, Or: []app.Ability{app.ViewSeating},
		}, rest.On(a, listSpaces)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/seating-spaces/update", Summary: "Change the status of seats of an event", Tag: "Seating",
			Doc: "Takes seats off sale, puts them on sale, or keeps them for a hold. Whoever has one keeps it.", Allow: app.EditSeating,
		}, rest.On(a, markSpaces)),
	}
}

func listSpaces(ctx context.Context, a *app.App, c *app.Caller, in spacesIn) (out spacesJSON, err error) {
	part := int64(0)
	if in.PartID != nil {
		part = int64(*in.PartID)
	}
	found, err := seating.ListSpaces(ctx, a, c, int64(in.EventID), part)
	if err != nil {
		return out, err
	}
	out = spacesJSON{[]offeredJSON{}, make([]spaceJSON, 0, len(found.Spaces)), []keptJSON{}}
	for _, b := range found.Bands {
		out.PriceBands = append(out.PriceBands, offeredForm(b))
	}
	for _, k := range found.Kept {
		out.Kept = append(out.Kept, keptJSON{k.SpaceID, k.HoldID, k.Left})
	}
	for i := range found.Spaces {
		s := &found.Spaces[i]
		row := spaceJSON{
			ID: s.SpaceID, Name: s.Name, X: float64(s.At.X) / 1000, Y: float64(s.At.Y) / 1000, PriceBandID: s.BandID,
			Status: status(s.Status), Left: s.Left, Capacity: s.Capacity,
			Area: textOrNull(&s.Area), Block: textOrNull(&s.Block), Row: textOrNull(&s.Row), Table: textOrNull(&s.Table),
		}
		if s.HoldID != 0 {
			row.HoldID = &s.HoldID
		}
		out.Spaces = append(out.Spaces, row)
	}
	return out, nil
}

// textOrNull points at a text, and is null for an empty one. It copies nothing: a house has
// tens of thousands of seats.
func textOrNull(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

func offeredForm(b seating.BandView) offeredJSON {
	out := offeredJSON{bandIDJSON(b.NamedPart), []offerJSON{}}
	for _, o := range b.Offers {
		offer := offerJSON{o.ID, map[string]int64{}}
		for _, p := range o.Prices {
			if cur, ok := company.CurrencyByID(p.CurrencyID); ok && p.Channel == 0 {
				offer.Prices[cur.Code] = p.Base
			}
		}
		out.SaleItems = append(out.SaleItems, offer)
	}
	return out
}

func markSpaces(ctx context.Context, a *app.App, c *app.Caller, in markIn) (out markedJSON, err error) {
	ask := seating.Marking{EventID: int64(in.EventID)}
	switch {
	case (in.SpaceIDs == nil) == (in.PartID == nil):
		return out, app.Field("spaceIds", "is required, or %s in its place", "partId")
	case in.SpaceIDs != nil:
		for _, id := range *in.SpaceIDs {
			ask.SpaceIDs = append(ask.SpaceIDs, int64(id))
		}
	default:
		ask.PartID = int64(*in.PartID)
	}
	if in.Status == string(seating.IsHeld) {
		if in.HoldID == nil {
			return out, app.Field("holdId", "is required")
		}
		ask.Mark, ask.HoldID = seating.FirstHold, int64(*in.HoldID)
	} else {
		ask.Mark = seating.Mark(slices.Index(seating.MarkNames, in.Status))
	}
	out.Changed, err = seating.SetMarks(ctx, a, c, ask)
	return out, err
}
