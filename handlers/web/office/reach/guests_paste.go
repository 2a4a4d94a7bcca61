package reach

import (
	"marquee/app"
	"marquee/app/catalog"
	"marquee/handlers/web/office/screen"
)

// pasteOp puts guests on a list.
const pasteOp = "POST events/guest-lists/guests"

// pasteBody is where guests are pasted, one on each line.
type pasteBody struct {
	All, Guests string
	// None: there is no list. Rows are the lines as they were read, nil: nobody asked yet.
	None bool
	Rows []pastedRow
	// Wrong says how many lines cannot be taken, Put what the button does; one of them is empty.
	Wrong, Put string
}

// pastedRow is a line as it was read.
type pastedRow struct {
	Line, Name, Email, Heads, Problem string
}

func pasteScreen(o *screen.Pages) *screen.Screen {
	path := "/office/{alias}/events/{id}/guests/new"
	return &screen.Screen{
		Get: "GET " + path, Post: "POST " + path, Needs: app.Sell, Template: o.Template(templates, "guests_paste.html"), Show: showPaste,
		Forms: map[string]screen.Then{pasteOp: {Say: "office.guests_there", To: toGuests, Tried: triedGuests}},
	}
}

// toGuests leads to the guests, or for who does not see them to the page itself.
func toGuests(v *screen.Visit, _ any) string {
	at := v.Path("/events/%d/guests", v.ID("id"))
	if !v.Holds(guestReaders) {
		return at + "/new"
	}
	return at
}

func showPaste(v *screen.Visit) error {
	at, e, err := place(v)
	if err != nil {
		return err
	}
	v.View.Title = v.View.T("office.guests_paste")
	body := &pasteBody{All: v.Path("/events")}
	if v.Holds(guestReaders) {
		body.Guests = at + "/guests"
	}
	f := v.Body.Add(pasteOp).Fill(map[string]any{"saleItemId": "", "lines": "", "autoApprove": "", "inhibitConfirmationEmail": ""})
	for i := range e.Items {
		if it := &e.Items[i]; it.Type == catalog.GuestList {
			f.Lists["saleItemId"] = append(f.Lists["saleItemId"], screen.Option{Value: screen.Number(it.ID), Text: it.Item.Name})
		}
	}
	body.None = len(f.Lists["saleItemId"]) == 0
	v.Body.It = body
	return nil
}

// triedGuests shows what each line was read as, and what is wrong with it.
func triedGuests(v *screen.Visit, out any) error {
	var tried struct {
		Lines []struct {
			Line, NumOfGuests int64
			Name              string
			Email, Problem    *string
		}
		Guests int64
	}
	if err := screen.Read(out, &tried); err != nil {
		return err
	}
	body, wrong := v.Body.It.(*pasteBody), 0
	for _, l := range tried.Lines {
		row := pastedRow{Line: v.View.Number(l.Line), Name: l.Name, Heads: v.View.Number(l.NumOfGuests)}
		if l.Email != nil {
			row.Email = *l.Email
		}
		if l.Problem != nil {
			row.Problem = *l.Problem
			wrong++
		}
		body.Rows = append(body.Rows, row)
	}
	if wrong > 0 {
		body.Wrong = v.View.T("office.guests_wrong", "n", wrong)
		return nil
	}
	body.Put = v.View.T("office.guests_put", "n", tried.Guests)
	return nil
}
