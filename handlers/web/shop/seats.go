package shop

import (
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/sales/rules"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// seatsBody is what the page of seats shows.
type seatsBody struct {
	shop.Event
	Currency company.Currency
	Action   string
	Bands    []bandView
	Areas    []areaView
	// Area is the one that is shown, where there are too many seats to show all.
	Area  int
	Rows  []shop.Row
	Map   template.HTML
	Stub  *stub
	Most  int
	Wrong string
	// Picked are seats that were chosen and can be had still, Instead those beside the ones
	// that somebody else was faster to take.
	Picked  map[int64]bool
	Instead []instead
}

// instead is a seat that is offered for one that is gone.
type instead struct {
	ID   int64
	Name string
}

// bandView is a price band: seats of it have a shape and a colour, which together are theirs
// alone as long as there are no more than bandShapes × bandColours bands.
type bandView struct {
	shop.Band
	Shape, Colour int
	Price         string
	Minor         int64 // of its first item
}

const bandShapes, bandColours = 3, 5

type areaView struct {
	Name, To string
	On       bool
}

func (s *Shop) showSeats(v *visit) error {
	body, err := v.seatsBody()
	if err != nil {
		return err
	}
	return v.show(s.seats, body)
}

func (v *visit) readSeats() (shop.Seats, error) {
	id, err := v.number("event")
	if err != nil {
		return shop.Seats{}, err
	}
	var all shop.Seats
	err = v.trying(v.code(), func(code string) (good bool, err error) {
		all, err = shop.ReadSeats(v.r.Context(), v.app(), v.buyer, shop.Ask{EventID: id, Code: code, Basket: v.basket})
		return all.Event.Code != "", err
	})
	return all, err
}

func (v *visit) seatsBody() (*seatsBody, error) {
	all, err := v.readSeats()
	if err != nil {
		return nil, err
	}
	body := &seatsBody{Event: all.Event, Currency: v.company.Currency(), Action: v.r.URL.RequestURI(), Stub: v.stub(all.Basket), Most: mostBest}
	for i, b := range all.Bands {
		view := bandView{Band: b, Shape: i % bandShapes, Colour: i % bandColours}
		if item, ok := b.Item(0); ok {
			view.Price, view.Minor = v.view.Amount(body.Currency, item.Price), item.Price
			if len(b.Items) > 1 {
				view.Price = v.view.T("shop.from_price", "price", view.Price)
			}
		}
		body.Bands = append(body.Bands, view)
	}
	body.choose(v, &all)
	v.view.Title, v.view.Back = v.view.T("shop.choose_seats")+" · "+all.Event.Name, v.path("/events/%d", all.Event.ID)
	return body, nil
}

// choose shows all areas, or the one that was asked for where there are too many seats.
func (b *seatsBody) choose(v *visit, all *shop.Seats) {
	n := 0
	for _, a := range all.Areas {
		for _, r := range a.Rows {
			n += len(r.Seats)
		}
	}
	if n <= maxSeats || len(all.Areas) < 2 {
		for _, a := range all.Areas {
			b.take(a, len(all.Areas) > 1)
		}
	} else {
		b.Area, _ = strconv.Atoi(v.r.URL.Query().Get("area"))
		b.Area = min(max(b.Area, 0), len(all.Areas)-1)
		for i, a := range all.Areas {
			b.Areas = append(b.Areas, areaView{Name: a.Name, To: fmt.Sprintf("%s?area=%d", v.r.URL.Path, i), On: i == b.Area})
		}
		b.take(all.Areas[b.Area], false)
	}
	b.Map = seatMap(v.view, b.Rows, all.Stage)
}

// take shows the rows of an area, by its name where there are several.
func (b *seatsBody) take(a shop.Area, named bool) {
	for _, r := range a.Rows {
		if named && a.Name != "" {
			r.Name = strings.TrimPrefix(a.Name+", "+r.Name, ", ")
		}
		b.Rows = append(b.Rows, r)
	}
}

// takeSeats puts the seats that were chosen, or the best ones, into the basket.
func (s *Shop) takeSeats(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	all, err := v.readSeats()
	if err != nil {
		return err
	}
	items, err := wantedSeats(&all, form)
	if err == nil {
		err = v.add(all.Basket, items...)
	}
	switch {
	case err == nil:
		return v.goOn(v.r.URL.RequestURI() + "#side")
	case !told(err) && app.KindOf(err) != app.NotFound:
		return err
	}
	body, failed := v.seatsBody()
	if failed != nil {
		return failed
	}
	if body.keep(form); !body.gone(v.view, form) {
		body.Wrong = say(v.view, err)
	}
	return v.showAgain(s.seats, body)
}

// keep leaves chosen what was chosen and can be had still.
func (b *seatsBody) keep(form url.Values) {
	b.Picked = map[int64]bool{}
	for _, r := range b.Rows {
		for _, s := range r.Seats {
			if s.Free && slices.Contains(form["seat"], decimal(s.ID)) {
				b.Picked[s.ID] = true
			}
		}
	}
}

// gone says which of the seats that were chosen somebody else has now, and offers what is
// free beside them. It tells whether there is one.
func (b *seatsBody) gone(view *page.View, form url.Values) bool {
	for _, r := range b.Rows {
		for i, s := range r.Seats {
			if s.Free || s.Mine || !slices.Contains(form["seat"], decimal(s.ID)) {
				continue
			}
			b.Wrong = strings.TrimSpace(b.Wrong + " " + view.T("shop.seat_gone", "row", r.Name, "seat", s.Name))
			b.beside(view, &r, i)
		}
	}
	return b.Wrong != ""
}

// beside offers the nearest free seats on both sides of one.
func (b *seatsBody) beside(view *page.View, r *shop.Row, at int) {
	for _, step := range []int{-1, 1} {
		for i := at + step; i >= 0 && i < len(r.Seats); i += step {
			s := &r.Seats[i]
			if !s.Free || b.Picked[s.ID] || slices.ContainsFunc(b.Instead, func(o instead) bool { return o.ID == s.ID }) {
				continue
			}
			b.Instead = append(b.Instead, instead{s.ID, view.T("shop.seat_take", "row", r.Name, "seat", s.Name)})
			break
		}
	}
}

// wantedSeats are the seats of a form as a basket takes them.
func wantedSeats(all *shop.Seats, form url.Values) (items []rules.AddItem, err error) {
	if form.Get("do") == "best" {
		band, _ := strconv.ParseInt(form.Get("band"), 10, 64)
		n, _ := strconv.ParseInt(form.Get("number"), 10, 64)
		for i := range all.Bands {
			b := &all.Bands[i]
			if item, ok := b.Item(0); ok && (band == 0 || b.ID == band) && n > 0 && n <= mostBest && b.Free >= int(n) {
				return []rules.AddItem{{SaleItemID: item.ID, Quantity: &n, BestSeats: true}}, nil
			}
		}
		return nil, app.Refuse(app.Invalid, "There are not so many seats together.")
	}
	for _, text := range form["seat"][:min(len(form["seat"]), maxTaken)] {
		id, _ := strconv.ParseInt(text, 10, 64)
		b := all.Of(id)
		if b == nil {
			continue
		}
		chosen, _ := strconv.ParseInt(form.Get("item."+decimal(b.ID)), 10, 64)
		if item, ok := b.Item(chosen); ok {
			items = append(items, rules.AddItem{SaleItemID: item.ID, SpaceID: id})
		}
	}
	if len(items) == 0 {
		return nil, app.Refuse(app.Invalid, "Please choose a seat first.")
	}
	return items, nil
}
