package company

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/wallet"
	"marquee/handlers/wire"
)

type demoJSON struct {
	Orders   int64             `json:"orders"`
	Tickets  int64             `json:"tickets" doc:"With a barcode, that stand."`
	Vouchers int64             `json:"vouchers" doc:"Gift vouchers that stand."`
	Accounts int64             `json:"accounts" doc:"That hold something."`
	Balances []demoBalanceJSON `json:"balances" doc:"What all accounts together hold, in each currency."`
}

type demoBalanceJSON struct {
	CurrencyCode string `json:"currencyCode"`
	Balance      int64  `json:"balance" doc:"Minor units."`
}

// settingsAnswer tells the settings of a company, with what of the demo there is.
func settingsAnswer(ctx context.Context, a *app.App, c *app.Caller, own *company.Company) (settingsJSON, error) {
	out := settingsForm(own)
	if m := own.Logo(); m != nil {
		out.LogoURL = new(wire.MediaURL(own.ID, m))
	}
	left, err := wallet.OfDemo(ctx, a, c)
	out.Demo = demoForm(&left)
	return out, err
}

func demoForm(left *wallet.Remains) demoJSON {
	out := demoJSON{Orders: left.Orders, Tickets: left.Tickets, Vouchers: left.Vouchers, Accounts: left.Accounts, Balances: []demoBalanceJSON{}}
	for _, b := range left.Balances {
		cur, _ := company.CurrencyByID(b.CurrencyID)
		out.Balances = append(out.Balances, demoBalanceJSON{cur.Code, b.Amount})
	}
	return out
}
