package shop

import (
	"fmt"
	"net/http"
	"strconv"

	"marquee/app/sales/modification"
	"marquee/app/shop"
	"marquee/handlers/web/page"
)

// datesBody is what the page shows on which a buyer moves tickets to other dates.
type datesBody struct {
	Action, Back string
	Rows         []movableRow
	Problem      string
}

type movableRow struct {
	giftLine
	ID int64
	To []dateRow
}

type dateRow struct {
	SaleItemID int64
	Text       string
	On         bool
}

func (s *Shop) showDates(w http.ResponseWriter, r *http.Request) { s.datesPage(w, r, nil, "") }

// datesPage shows the dates, with what was chosen and refused.
func (s *Shop) datesPage(w http.ResponseWriter, r *http.Request, chosen map[int64]int64, problem string) {
	view := s.site.View(w, r)
	token := r.PathValue("token")
	own, all, err := shop.ReadDates(r.Context(), s.site.App, token, string(view.Lang))
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	s.dress(view, own)
	body := &datesBody{Action: "/orders/" + token + "/dates", Back: "/orders/" + token, Problem: problem}
	for i := range all {
		row := movableRow{giftLine: giftLineOf(view, &all[i].GiftItem), ID: all[i].ID}
		for j := range all[i].To {
			to := &all[i].To[j]
			row.To = append(row.To, dateRow{to.SaleItemID, dateText(view, to), chosen[all[i].ID] == to.SaleItemID})
		}
		if len(row.To) > 0 {
			body.Rows = append(body.Rows, row)
		}
	}
	view.Title, view.Unlisted, view.Home, view.Address, view.Back, view.Body = view.T("shop.move_title"), true, "/shop/"+own.Alias, body.Action, body.Back, body
	if problem != "" {
		s.site.ShowAgain(w, r, s.dates, view)
		return
	}
	s.site.Show(w, r, s.dates, view)
}

// dateText says when something else is, and what is sold there.
func dateText(v *page.View, to *shop.OtherDate) string {
	start := to.Event.Start
	if to.Slot != nil {
		start = to.Slot.Start
	}
	return fmt.Sprintf("%s %s · %s", v.Lang.ShortWeekday(start), v.MomentText(start), to.Name)
}

// moveDates moves what was chosen, and goes on to the order that takes the place of it.
func (s *Shop) moveDates(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	var moves []modification.RebookedItem
	chosen := map[int64]int64{}
	for _, text := range form["item"] {
		id, _ := strconv.ParseInt(text, 10, 64) // there is no item 0
		if to := number(form, "to."+text); to != 0 {
			moves, chosen[id] = append(moves, modification.RebookedItem{ItemID: id, SaleItemID: to}), to
		}
	}
	next, err := modification.RebookAsBuyer(r.Context(), s.site.App, r.PathValue("token"), moves)
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+next)
	case told(err):
		s.datesPage(w, r, chosen, say(s.site.View(w, r), err))
	default:
		s.site.Refuse(w, r, err)
	}
}
