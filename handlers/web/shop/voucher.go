package shop

import (
	"net/url"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/voucher"
	"marquee/handlers/web/page"
)

// voucherBody is what the page of a gift voucher shows: what it is worth, and what became
// of it; without a code the form that asks for one.
type voucherBody struct {
	Code, Problem string
	// Amount is what it is worth, empty while nobody has said which.
	Amount string
	// Used: it was redeemed, Mine: by whoever looks.
	Used, Mine  bool
	SignedIn    bool
	Name, Email string
	At, Account string
	Home        string
}

// voucherKept is how long a browser remembers a voucher while its holder signs in by mail.
const voucherKept = time.Hour

const voucherCookie = "voucher"

// voucherAt is the page of a voucher.
func (v *visit) voucherAt(code string) string {
	return v.path("/voucher") + "?code=" + url.QueryEscape(code)
}

// showVoucher shows a voucher by its code. It changes nothing: programs open links, too.
func (s *Shop) showVoucher(v *visit) error {
	body, err := v.voucherBody(v.r.URL.Query().Get("code"))
	if err != nil {
		return err
	}
	if body.Amount != "" && !body.Used && !body.SignedIn {
		s.site.SetCookie(v.w, v.r, voucherCookie, url.QueryEscape(body.Code), voucherKept)
	}
	return v.voucherPage(body)
}

func (v *visit) voucherPage(body *voucherBody) error {
	if body.Problem != "" {
		v.view.Title = v.view.T("shop.error_title", "title", v.view.Title)
		return v.showAgain(v.shop.voucher, body)
	}
	return v.show(v.shop.voucher, body)
}

func (v *visit) voucherBody(code string) (*voucherBody, error) {
	v.at("/voucher")
	v.view.Title, v.view.Unlisted, v.view.Back = v.view.T("shop.voucher"), true, v.path("")
	body := &voucherBody{Code: code, At: v.path("/voucher"), Account: v.path("/account"), Home: v.path("")}
	who, err := v.customer()
	if err != nil {
		return nil, err
	}
	body.SignedIn, body.Name, body.Email = who.ID != 0, who.Name, who.Email
	if code == "" {
		return body, nil
	}
	var found voucher.Voucher
	err = v.trying(code, func(code string) (good bool, err error) {
		found, err = voucher.Read(v.r.Context(), v.app(), v.buyer, code)
		return err == nil, err
	})
	switch {
	case app.KindOf(err) == app.NotFound:
		body.Problem = v.view.T("shop.code_unknown")
		return body, nil
	case told(err):
		body.Problem = say(v.view, err)
		return body, nil
	case err != nil:
		return nil, err
	}
	cur, _ := company.CurrencyByID(found.CurrencyID)
	body.Amount, body.Used = v.view.Amount(cur, found.Amount), found.Redemption != nil
	body.Mine = body.Used && body.SignedIn && found.Redemption.CustomerID == who.ID
	return body, nil
}

// useVoucher puts what a voucher is worth into the account of whoever signed in, once.
func (s *Shop) useVoucher(v *visit) error {
	form, err := page.Form(v.w, v.r)
	if err != nil {
		return err
	}
	code := typed(form, "code")
	who, err := v.customer()
	if err != nil {
		return err
	}
	if who.ID == 0 || code == "" {
		return v.goOn(v.voucherAt(code))
	}
	err = v.trying(code, func(code string) (bool, error) {
		_, err := voucher.Redeem(v.r.Context(), v.app(), v.buyer, code, who.ID)
		return err == nil, err
	})
	if err == nil {
		s.site.ClearCookie(v.w, v.r, voucherCookie)
		return v.goOn(v.voucherAt(code))
	}
	if !told(err) && app.KindOf(err) != app.NotFound {
		return err
	}
	body, failed := v.voucherBody(code)
	if failed != nil {
		return failed
	}
	if body.Problem == "" && !body.Used {
		body.Problem = say(v.view, err)
	}
	return v.voucherPage(body)
}

// voucherKeptHere is the page of the voucher that the browser remembers, empty for none.
func (v *visit) voucherKeptHere() string {
	code, err := url.QueryUnescape(v.shop.site.Cookie(v.r, voucherCookie))
	if err != nil || code == "" {
		return ""
	}
	return v.voucherAt(code)
}
