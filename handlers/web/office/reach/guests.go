package reach

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/entry"
	"marquee/app/search"
	"marquee/handlers/web/office/screen"
)

// guestsBody are the guests of an event, by letter.
type guestsBody struct {
	Lists   []screen.Option
	Letters []guestLetter
	Sum     string
	Query   string
	More    string
	// Paste is where lines are pasted, empty for who may not; Print the sheet to be printed.
	Paste, Print string
	// None: there is no guest list at the event. Free: guests pay nothing, not even what the event
	// charges on each order.
	None, Free bool
}

// guestLetter are the guests whose surnames begin with a letter.
type guestLetter struct {
	Letter string
	Rows   []guestRow
}

// guestRow is a party.
type guestRow struct {
	ID                      int64
	Name, List, Notes, Came string
	Chip                    *screen.Chip
	// All is how many belong to it; In tells that all of them came.
	All int64
	In  bool
}

// guestReaders see guests in the office.
var guestReaders = app.AnyOf{app.AdmitGuests, app.EditEvents}

func guestsScreen(o *screen.Pages) *screen.Screen {
	path := "/office/{alias}/events/{id}/guests"
	return &screen.Screen{
		Get: "GET " + path, Post: "POST " + path, Needs: guestReaders, Template: o.Template(templates, "guests.html"), Show: showGuests,
		Forms: map[string]screen.Then{
			"PUT guestdata":     {Say: "office.guest_noted"},
			"POST basket-items": {Say: "office.guest_added"},
		},
	}
}

// guestsShown is how many parties the page has at most.
const guestsShown = 5_000

func showGuests(v *screen.Visit) error {
	at, e, err := place(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.guests")
	all, lists, err := guestsOf(v, e.ID)
	if err != nil {
		return err
	}
	body := &guestsBody{Query: strings.TrimSpace(v.R.URL.Query().Get("query")), None: len(lists) == 0}
	if body.Print = at + "/guests/print"; v.Holds(app.Sell) {
		body.Paste = at + "/guests/new"
	}
	body.Free = v.Holds(app.Complimentary) && !slices.ContainsFunc(e.Items, func(it catalog.SaleItemView) bool {
		return it.Type == catalog.GuestList && slices.ContainsFunc(it.Prices, func(p catalog.Price) bool { return p.Total() != 0 })
	})
	names := map[int64]string{}
	for _, l := range lists {
		names[l.ID] = l.Name
		body.Lists = append(body.Lists, screen.Option{Value: screen.Number(l.ID), Text: l.Name})
	}
	body.Letters, body.Sum = byLetter(v, all, names, search.Query(body.Query))
	if len(all) >= guestsShown {
		body.More = v.View.T("office.guests_more", "n", guestsShown)
	}
	v.Body.Add("PUT guestdata").Fill(map[string]any{"guests.0.id": "", "guests.0.attended": ""})
	add := v.Body.Add("POST basket-items").Fill(map[string]any{"items.0.quantity": int64(1), "customerName": "", "customerEmail": "", "items.0.id": "", "autocomplete": "true"})
	add.Lists["items.0.id"] = body.Lists
	v.Body.It = body
	return retyped(v, add)
}

// guestsOf reads the guests of an event, and its lists.
func guestsOf(v *screen.Visit, eventID int64) (all []entry.Guest, lists []entry.GuestList, err error) {
	q := entry.GuestQuery{EventID: eventID}
	for len(all) < guestsShown {
		pages, err := entry.ListGuests(v.R.Context(), v.App, v.Caller, []entry.GuestQuery{q})
		if err != nil || len(pages) == 0 {
			return nil, nil, err
		}
		all, lists, q.Cursor = append(all, pages[0].Guests...), pages[0].Lists, pages[0].Cursor
		if len(pages[0].Guests) == 0 {
			break
		}
	}
	return all, lists, nil
}

// byLetter puts guests into the order of their surnames, and counts who came.
func byLetter(v *screen.Visit, all []entry.Guest, lists map[int64]string, asked search.Asked) (letters []guestLetter, sum string) {
	slices.SortStableFunc(all, func(a, b entry.Guest) int { return strings.Compare(sortName(&a), sortName(&b)) })
	var people, came int64
	for i := range all {
		g := &all[i]
		if g.Status == entry.GuestValid {
			people, came = people+g.Guests, came+g.Attended
		}
		if len(asked) > 0 && !asked.Matches(g.FirstName, g.LastName, g.Email) {
			continue
		}
		letter := letterOf(g)
		if n := len(letters); n == 0 || letters[n-1].Letter != letter {
			letters = append(letters, guestLetter{Letter: letter})
		}
		last := &letters[len(letters)-1]
		last.Rows = append(last.Rows, rowOfGuest(v, g, lists[g.ListID]))
	}
	return letters, v.View.T("office.guests_sum", "n", people, "came", v.View.Number(came))
}

func rowOfGuest(v *screen.Visit, g *entry.Guest, list string) guestRow {
	row := guestRow{ID: g.ID, Name: strings.TrimSpace(g.FirstName + " " + g.LastName), List: list, Notes: g.Notes, All: g.Guests, In: g.Attended >= g.Guests}
	if row.Name == "" {
		row.Name = g.Email
	}
	row.Came = v.View.T("office.came_of", "n", g.Attended, "of", g.Guests)
	if g.Status != entry.GuestValid {
		row.Chip = &screen.Chip{Text: v.View.T("office.guest_" + string(g.Status)), Tone: map[entry.GuestStatus]string{entry.GuestUndecided: "warn"}[g.Status]}
	}
	return row
}

func sortName(g *entry.Guest) string {
	return search.Fold(g.LastName + " " + g.FirstName + " " + g.Email)
}

// letterOf is under which letter a guest stands.
func letterOf(g *entry.Guest) string {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(sortName(g)))
	if !unicode.IsLetter(r) {
		return "#"
	}
	return string(unicode.ToUpper(r))
}
