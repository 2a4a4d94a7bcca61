package money

import (
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/voucher"
	"marquee/handlers/web/office/screen"
)

// maxVoucherCode is how long a code is that is looked for.
const maxVoucherCode = 64

// vouchersBody is what is owed to those who have gift vouchers, and one that was looked for.
type vouchersBody struct {
	Tabs          []screen.Tab
	Owed          []string
	Ledger        string
	Looks         bool
	Code, Nothing string
	One           *voucherShown
}

type voucherShown struct {
	Amount, Order, OrderTo, Redeemed string
	Chip                             screen.Chip
}

func vouchersScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{Get: "GET /office/{alias}/money/vouchers", Needs: app.ViewReports, Template: o.Template(templates, "vouchers.html"), Show: showVouchers}
}

func showVouchers(v *screen.Visit) error {
	v.View.Title = v.View.T("office.money_vouchers")
	owed, err := ledger.OnAccount(v.R.Context(), v.App, v.Caller, ledger.Vouchers)
	if err != nil {
		return err
	}
	code := strings.TrimSpace(v.R.URL.Query().Get("code"))
	body := &vouchersBody{Tabs: tabs(v), Owed: v.Amounts(owed), Ledger: v.Path("/money/ledger?account=vouchers"), Looks: v.Holds(app.Sell), Code: code}
	v.Body.It = body
	if code == "" || len(code) > maxVoucherCode || !body.Looks {
		return nil
	}
	found, err := voucher.Read(v.R.Context(), v.App, v.Caller, code)
	if app.KindOf(err) == app.NotFound {
		body.Nothing = v.View.T("office.voucher_unknown", "code", code)
		return nil
	}
	if err != nil {
		return err
	}
	body.One, err = voucherOf(v, &found)
	return err
}

func voucherOf(v *screen.Visit, found *voucher.Voucher) (*voucherShown, error) {
	cur, _ := company.CurrencyByID(found.CurrencyID)
	out := &voucherShown{Amount: v.View.Amount(cur, found.Amount), Chip: screen.Chip{Text: v.View.T("office.voucher_open"), Tone: "ok"}}
	if r := found.Redemption; r != nil {
		out.Chip, out.Redeemed = screen.Chip{Text: v.View.T("office.voucher_redeemed")}, moment(v, r.At)
	}
	if !v.Holds(app.ViewOrders) {
		return out, nil
	}
	o, _, err := order.Read(v.R.Context(), v.App, v.Caller, order.Key{ID: found.Item.OrderID}, order.Include{}, false)
	if err == nil {
		out.Order, out.OrderTo = screen.GroupedCode(o.Reference), v.Path("/orders/%s", o.Reference)
	}
	return out, err
}
