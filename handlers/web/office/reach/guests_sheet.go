package reach

import (
	"slices"
	"strings"

	"marquee/app/entry"
	"marquee/handlers/web/office/screen"
)

// sheetBody is a list of guests to be printed.
type sheetBody struct {
	Guests, Name, When string
	// Of are the lists, all of them first; List is the one that is shown.
	Of        []screen.Tab
	List, Sum string
	Rows      []sheetRow
}

// sheetRow is a party; each head has a box, ticked for who came. More counts those without.
type sheetRow struct {
	Letter, Name, List, Notes, More string
	Boxes                           []bool
}

// maxBoxes is for how many of a party there is room.
const maxBoxes = 10

// listQuery of the address says which list is shown.
const listQuery = "list"

func guestSheetScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/events/{id}/guests/print", Needs: guestReaders, Template: o.Template(templates, "guests_sheet.html"), Show: showGuestSheet}
}

// showGuestSheet shows who may come, sorted by surname.
func showGuestSheet(v *screen.Visit) error {
	at, e, err := place(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.guest_sheet")
	all, lists, err := guestsOf(v, e.ID)
	if err != nil {
		return err
	}
	body := &sheetBody{Guests: at + "/guests", Name: e.Name, When: v.When(&e.EventView)}
	asked, names, here := v.R.URL.Query().Get(listQuery), map[int64]string{}, int64(0)
	body.Of = []screen.Tab{{Text: v.View.T("office.guest_all_lists"), To: at + "/guests/print"}}
	for _, l := range lists {
		id := screen.Number(l.ID)
		if names[l.ID] = l.Name; id == asked {
			here, body.List = l.ID, l.Name
		}
		body.Of = append(body.Of, screen.Tab{Text: l.Name, To: at + "/guests/print?" + listQuery + "=" + id, Here: id == asked})
	}
	body.Of[0].Here = here == 0
	all = slices.DeleteFunc(all, func(g entry.Guest) bool { return g.Status != entry.GuestValid || here != 0 && g.ListID != here })
	slices.SortStableFunc(all, func(a, b entry.Guest) int { return strings.Compare(sortName(&a), sortName(&b)) })
	var heads int64
	for i := range all {
		row := sheetRowOf(v, &all[i])
		if row.Letter = letterOf(&all[i]); i > 0 && row.Letter == letterOf(&all[i-1]) {
			row.Letter = ""
		}
		if here == 0 && len(lists) > 1 {
			row.List = names[all[i].ListID]
		}
		body.Rows = append(body.Rows, row)
		heads += all[i].Guests
	}
	body.Sum = v.View.T("office.guest_heads", "n", heads)
	v.Body.It = body
	return nil
}

func sheetRowOf(v *screen.Visit, g *entry.Guest) sheetRow {
	row := sheetRow{Name: strings.Join(slices.DeleteFunc([]string{g.LastName, g.FirstName}, func(s string) bool { return s == "" }), ", "), Notes: g.Notes}
	if row.Name == "" {
		row.Name = g.Email
	}
	for n := range min(g.Guests, maxBoxes) {
		row.Boxes = append(row.Boxes, n < g.Attended)
	}
	if g.Guests > maxBoxes {
		row.More = v.View.T("office.guest_more_heads", "n", g.Guests-maxBoxes)
	}
	return row
}
