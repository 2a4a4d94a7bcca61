package shop

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"marquee/app"
	"marquee/app/shop"
	"marquee/app/transfer"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// claimBody is what the page of a transfer's link shows.
type claimBody struct {
	*shop.Gift
	Items   []giftLine
	Action  string
	Problem string
	Name    string
	Email   string
	Pending bool
	Gone    string // what became of it, empty: it can be claimed
}

// giftLine is one thing that is given, in words.
type giftLine struct {
	Name, Seat, Event string
	When              template.HTML
}

func giftLines(v *page.View, items []shop.GiftItem) (all []giftLine) {
	for _, it := range items {
		all = append(all, giftLineOf(v, &it))
	}
	return all
}

func giftLineOf(v *page.View, it *shop.GiftItem) giftLine {
	l := giftLine{Name: it.Name, Seat: it.Seat}
	if e := it.Event; e != nil {
		l.Event = e.Name
		if each, days := whenOf(v, it.Dates); len(each) == 1 && it.Dates[0].Slot != nil {
			l.When = each[0].Begins
		} else {
			l.When = template.HTML(days)
		}
	}
	return l
}

// showClaim shows what a link gives. Following a link changes nothing.
func (s *Shop) showClaim(w http.ResponseWriter, r *http.Request) { s.claimPage(w, r, nil, nil) }

func (s *Shop) claimPage(w http.ResponseWriter, r *http.Request, body *claimBody, refused error) {
	view := s.site.View(w, r)
	g, err := shop.ReadGift(r.Context(), s.site.App, r.PathValue("token"), string(view.Lang))
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	if body == nil {
		body = &claimBody{Name: g.Name}
	}
	s.dress(view, g.Company)
	view.Unlisted, view.Home, view.Address = true, "/", r.URL.Path
	view.Title = view.T("shop.claim_title")
	body.Gift, body.Items, body.Action, body.Pending = g, giftLines(view, g.Items), r.URL.Path, g.State == transfer.Pending
	switch g.State {
	case transfer.Claimed:
		body.Gone = view.T("shop.claim_taken")
	case transfer.Cancelled:
		body.Gone = view.T("shop.claim_cancelled", "name", g.Giver)
	}
	view.Body = body
	if refused != nil {
		body.Problem = say(view, refused)
		s.site.ShowAgain(w, r, s.claim, view)
		return
	}
	s.site.Show(w, r, s.claim, view)
}

// takeClaim claims what a link gives, and goes on to its tickets.
func (s *Shop) takeClaim(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	who := transfer.Claimant{Name: form.Get("name"), Email: form.Get("email"), Locale: string(s.site.View(w, r).Lang)}
	done, err := transfer.Claim(r.Context(), s.site.App, r.PathValue("token"), who)
	switch {
	case err == nil && done.Tickets != "":
		page.GoOn(w, r, wire.TicketsPath+"/"+done.Tickets)
	case err == nil:
		page.GoOn(w, r, r.URL.Path)
	case told(err):
		s.claimPage(w, r, &claimBody{Name: who.Name, Email: who.Email}, err)
	default:
		s.site.Refuse(w, r, err)
	}
}

// giftView is what of an order may be given, and what is on its way, in words.
type giftView struct {
	Action, CancelAt string
	Free             []freeView
	Pending          []pendingView
	// Link was made just now; it is shown once.
	Link                 *linkView
	Problem, Email, Name string
}

type freeView struct {
	giftLine
	ID        int64
	On, Taken bool
}

type pendingView struct {
	ID    int64
	To    string
	Count int
}

func (b *orderBody) addGifts(v *page.View, path string) { b.Give = giftsOf(v, &b.Gifts, path) }

// giftsOf is nil where nothing is given or may be.
func giftsOf(v *page.View, gifts *shop.Gifts, path string) *giftView {
	out := &giftView{Action: path + "/give", CancelAt: path + "/keep"}
	for _, it := range gifts.Free {
		out.Free = append(out.Free, freeView{giftLine: giftLineOf(v, &it.GiftItem), ID: it.ID, Taken: it.Taken})
	}
	for i := range gifts.Pending {
		t := &gifts.Pending[i]
		p := pendingView{ID: t.ID, To: t.Email, Count: len(t.ItemIDs)}
		if p.To == "" {
			p.To = v.T("shop.give_by_link")
		}
		out.Pending = append(out.Pending, p)
	}
	if len(out.Free)+len(out.Pending) == 0 {
		return nil
	}
	return out
}

// gift is what the page says about tickets for others, where it said nothing too.
func (b *orderBody) gift() *giftView {
	if b.Give == nil {
		b.Give = &giftView{}
	}
	return b.Give
}

// giving is what a form gives, and to whom.
func giving(form url.Values) transfer.Ask {
	ask := transfer.Ask{Email: form.Get("email"), Name: form.Get("name")}
	for _, text := range form["item"] {
		id, _ := strconv.ParseInt(text, 10, 64) // there is no item 0
		ask.ItemIDs = append(ask.ItemIDs, id)
	}
	return ask
}

// again fills the form with what was sent and refused.
func (g *giftView) again(ask transfer.Ask, email, problem string) {
	g.Email, g.Name, g.Problem = email, ask.Name, problem
	for i := range g.Free {
		g.Free[i].On = slices.Contains(ask.ItemIDs, g.Free[i].ID)
	}
}

// give gives tickets of an order to somebody else, for whoever has the link to its page.
func (s *Shop) give(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	ask := giving(form)
	byMail := form.Get("how") == "mail"
	if !byMail {
		ask.Email = ""
	}
	var made transfer.Made
	if byMail && ask.Email == "" {
		err = app.Field("customerEmail", "is required")
	} else {
		made, err = transfer.StartAsBuyer(r.Context(), s.site.App, r.PathValue("token"), ask)
	}
	path := "/orders/" + r.PathValue("token")
	switch {
	case err == nil && byMail:
		page.GoOn(w, r, path)
	case err == nil:
		link := s.site.Origin(r) + wire.ClaimPath + "/" + made.Token
		s.orderPage(w, r, path, func(b *orderBody, v *page.View) { b.gift().Link, v.Stand = linkOf(v, link), "give" })
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) {
			b.gift().again(ask, form.Get("email"), say(v, err))
			v.Stand = "give"
		})
	default:
		s.site.Refuse(w, r, err)
	}
}

// keepGift cancels a transfer of an order.
func (s *Shop) keepGift(w http.ResponseWriter, r *http.Request) {
	form, err := page.Form(w, r)
	if err != nil {
		s.site.Refuse(w, r, err)
		return
	}
	id, _ := strconv.ParseInt(form.Get("transfer"), 10, 64) // there is no transfer 0
	_, err = transfer.CancelAsBuyer(r.Context(), s.site.App, r.PathValue("token"), id)
	path := "/orders/" + r.PathValue("token")
	switch {
	case err == nil:
		page.GoOn(w, r, path)
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) { b.gift().Problem = say(v, err) })
	default:
		s.site.Refuse(w, r, err)
	}
}
