package money

import (
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/list"
	"marquee/app/office"
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
	// Lists: the reader sees those that were sold, the newest first.
	Lists bool
	Rows  []voucherRow
	Later string
}

// voucherRow is a voucher that was sold.
type voucherRow struct {
	Name, Buyer, Sold, Amount, Order, To, Used string
	Chip                                       screen.Chip
}

// voucherPage is how many a page has.
const voucherPage = 50

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
	if err := body.addRows(v); err != nil {
		return err
	}
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

// addRows adds the vouchers that were sold, for who sees lists of orders.
func (b *vouchersBody) addRows(v *screen.Visit) error {
	if b.Lists = v.Holds(app.ListOrders); !b.Lists {
		return nil
	}
	all, info, err := voucher.List(v.R.Context(), v.App, v.Caller, list.Request{Cursor: v.R.URL.Query().Get("cursor"), Limit: voucherPage})
	if err != nil {
		return err
	}
	if info.HasMore && info.Cursor != "" {
		b.Later = v.Path("/money/vouchers?cursor=%s", info.Cursor)
	}
	var people []int64
	for i := range all {
		if all[i].Order != nil {
			people = append(people, all[i].Order.CustomerID)
		}
		if all[i].Redemption != nil {
			people = append(people, all[i].Redemption.CustomerID)
		}
	}
	names, err := office.CustomerNames(v.R.Context(), v.App, v.Caller, people)
	for i := range all {
		b.Rows = append(b.Rows, voucherRowOf(v, &all[i], names))
	}
	return err
}

func voucherRowOf(v *screen.Visit, one *voucher.Voucher, names map[int64]string) voucherRow {
	cur, _ := company.CurrencyByID(one.CurrencyID)
	row := voucherRow{Name: one.Item.SaleName, Amount: v.View.Amount(cur, one.Amount), Chip: screen.Chip{Text: v.View.T("office.voucher_open"), Tone: "ok"}}
	if o := one.Order; o != nil {
		row.Order, row.Buyer = screen.GroupedCode(o.Reference), names[o.CustomerID]
		if o.CompletedAt != nil {
			row.Sold = moment(v, *o.CompletedAt)
		}
		if v.Holds(app.ViewOrders) {
			row.To = v.Path("/orders/%s", o.Reference)
		}
	}
	switch r := one.Redemption; {
	case r != nil:
		row.Chip = screen.Chip{Text: v.View.T("office.voucher_redeemed")}
		row.Used = moment(v, r.At)
		if name := names[r.CustomerID]; name != "" {
			row.Used += ", " + name
		}
	case !one.Item.Valid() || one.Item.Frozen || one.Item.Refunded > 0:
		row.Chip = screen.Chip{Text: v.View.T("office.voucher_void"), Tone: "bad"}
	}
	return row
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
