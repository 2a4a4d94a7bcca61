package shop

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"marquee/app/shop"
	"marquee/app/transfer"
	"marquee/handlers/web/page"
	"marquee/handlers/wire"
)

// shareBody is what the page of a code shows with which tickets are taken.
type shareBody struct {
	shop.Share
	giftLine
	Action, SignInAt string
	SignedIn, Mailed bool
	Problem          string
	// Who is how somebody called themselves who is not signed in.
	Who, Email string
	Wanted     int64
	Gone       string // why there is nothing to take, empty: there is
}

func (s *Shop) showShare(v *visit) error {
	body, err := v.shareBody()
	if err != nil {
		return err
	}
	return v.show(s.shared, body)
}

// shareBody reads what the code in the address gives. Those that are of no use are counted.
func (v *visit) shareBody() (*shareBody, error) {
	code := v.r.PathValue("code")
	at := "/claim/" + url.PathEscape(code)
	who, err := v.customer()
	if err != nil {
		return nil, err
	}
	body := &shareBody{Action: v.path("%s", at), SignInAt: v.path("%s/sign-in", at), SignedIn: who.ID != 0, Wanted: 1}
	err = v.trying(code, func(code string) (good bool, err error) {
		body.Share, err = shop.ReadShare(v.r.Context(), v.app(), v.buyer, code, who.ID)
		return err == nil, err
	})
	if err != nil {
		return nil, err
	}
	v.at("%s", at)
	v.view.Title, v.view.Unlisted = v.view.T("shop.claim_title"), true
	body.giftLine = giftLineOf(v.view, &body.Item)
	switch {
	case body.Left() == 0:
		body.Gone = v.view.T("shop.share_gone")
	case body.SignedIn && body.May == 0:
		body.Gone = v.view.T("shop.share_had")
	}
	return body, nil
}

// takeShare takes tickets with a code, and goes on to them.
func (s *Shop) takeShare(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	body, err := v.shareBody()
	if err != nil {
		return err
	}
	if !body.SignedIn {
		return v.showAgain(s.shared, body)
	}
	body.Wanted, _ = strconv.ParseInt(form.Get("quantity"), 10, 64) // 0 is refused
	done, err := transfer.Take(v.r.Context(), v.app(), v.company.ID, v.buyer.CustomerID, v.r.PathValue("code"), body.Wanted)
	switch {
	case err == nil && done.Tickets != "":
		return v.goOn(wire.TicketsPath + "/" + done.Tickets)
	case err == nil:
		return v.goOn(body.Action)
	case !told(err):
		return err
	}
	body.Problem = say(v.view, err)
	return v.showAgain(s.shared, body)
}

// askToTake mails a link to sign in to somebody who has a code.
func (s *Shop) askToTake(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	body, err := v.shareBody()
	if err != nil {
		return err
	}
	if err := s.asked.Take(v.r, v.app().Now()); err != nil {
		return err
	}
	body.Who, body.Email = typed(form, "name"), typed(form, "email")
	who := transfer.Claimant{Name: body.Who, Email: body.Email, Locale: string(v.view.Lang)}
	err = transfer.AskToTake(v.r.Context(), v.app(), v.company.ID, v.r.PathValue("code"), who)
	switch {
	case err == nil:
		body.Mailed = true
		return v.show(s.shared, body)
	case !told(err):
		return err
	}
	body.Problem = say(v.view, err)
	return v.showAgain(s.shared, body)
}

// shareView is what of an order others can take with codes, and what may be made one for.
type shareView struct {
	Action, ChangeAt string
	Kinds            []shareKind
	Made             []madeShare
	Problem          string
}

type shareKind struct {
	giftLine
	SaleItemID int64
	Count      int
}

type madeShare struct {
	shop.Share
	giftLine
	Link *linkView
}

// addShares says what can be shared. Where the shop is closed nobody could take it.
func (b *orderBody) addShares(v *page.View, path, origin string) {
	if !b.Company.Shop.Open || !b.Order.Order.Status.Sold() {
		return
	}
	out := &shareView{Action: path + "/share", ChangeAt: path + "/share/change"}
	for _, it := range b.Gifts.Free {
		if !it.Taken {
			out.add(v, &it)
		}
	}
	for i := range b.Gifts.Shares {
		one := &b.Gifts.Shares[i]
		out.Made = append(out.Made, madeShare{*one, giftLineOf(v, &one.Item), linkOf(v, origin+wire.ShopPath+"/"+b.Company.Alias+"/claim/"+one.Code)})
	}
	if len(out.Kinds)+len(out.Made) > 0 {
		b.Share = out
	}
}

// add counts one more that may be given away.
func (s *shareView) add(v *page.View, it *shop.GiftItemOf) {
	for i := range s.Kinds {
		if s.Kinds[i].SaleItemID == it.SaleItemID {
			s.Kinds[i].Count++
			return
		}
	}
	line := giftLineOf(v, &it.GiftItem)
	line.Seat = ""
	s.Kinds = append(s.Kinds, shareKind{line, it.SaleItemID, 1})
}

// share makes a code for tickets of an order, for whoever has the link to its page.
func (s *Shop) share(w http.ResponseWriter, r *http.Request) {
	s.shareForm(w, r, func(form url.Values) error {
		_, err := transfer.DistributeAsBuyer(r.Context(), s.site.App, r.PathValue("token"), transfer.Share{
			SaleItemID: number(form, "kind"), Total: number(form, "total"), PerPerson: number(form, "each"), Once: form.Get("once") != "",
		})
		return err
	})
}

// changeShare opens or closes a code, or changes how many it gives.
func (s *Shop) changeShare(w http.ResponseWriter, r *http.Request) {
	s.shareForm(w, r, func(form url.Values) error {
		in := transfer.ShareChange{}
		switch form.Get("do") {
		case "close":
			in.Open = new(false)
		case "open":
			in.Open = new(true)
		default:
			in.Total = new(number(form, "total"))
		}
		_, err := transfer.ChangeDistributionAsBuyer(r.Context(), s.site.App, r.PathValue("token"), number(form, "share"), in)
		return err
	})
}

// number reads a whole number of a form; what is none is 0, which nothing has or may be.
func number(form url.Values, name string) int64 {
	n, _ := strconv.ParseInt(form.Get(name), 10, 64)
	return n
}

func (s *Shop) shareForm(w http.ResponseWriter, r *http.Request, do func(url.Values) error) {
	form, err := page.Form(w, r)
	if err == nil {
		err = do(form)
	}
	switch {
	case err == nil:
		page.GoOn(w, r, "/orders/"+r.PathValue("token")+"#share")
	case told(err):
		s.orderAgain(w, r, func(b *orderBody, v *page.View) {
			if b.Share == nil {
				b.Share = &shareView{}
			}
			b.Share.Problem = say(v, err)
		})
	default:
		s.site.Refuse(w, r, err)
	}
}

// linkView is an address that somebody else is to have: it is copied, shared as the device does
// that, or mailed.
type linkView struct{ URL, Title, Mail string }

// linkOf offers the address with which tickets are taken.
func linkOf(v *page.View, address string) *linkView {
	title := v.T("shop.claim_title")
	return &linkView{URL: address, Title: title, Mail: mailAbout(title, address)}
}

// mailAbout is a mail about an address, to whomever its writer names.
func mailAbout(title, address string) string {
	return "mailto:?" + strings.ReplaceAll(url.Values{"subject": {title}, "body": {address}}.Encode(), "+", "%20")
}
