package imports

import (
	"context"

	"marquee/app"
	"marquee/app/customer"
	"marquee/app/wallet"
)

func walletAdjustments() *Type {
	return &Type{
		Name: "wallet-adjustments", About: "What customers are credited, or with a minus debited. One file is taken in once.",
		Needs: []app.Ability{app.EditWallets, app.ViewWallets, app.ViewCustomers},
		Once:  true,
		Fields: []Field{
			{Name: "customerId", About: "Number of the customer."},
			{Name: "externalId", About: "What another system calls the customer.", Also: []string{"customer external id"}},
			{Name: "email", About: "E-mail address of the customer.", Also: []string{"e-mail", "customer email"}},
			{Name: "amount", About: "Amount, with a minus for a debit.", Required: true, Also: []string{"balance", "credit", "betrag", "guthaben", "montant"}},
			{Name: "currency", About: "Currency; the company's where there is none.", Wire: []string{"currencyId"}},
			{Name: "reason", About: "Why; the name of the import where there is none.", Also: []string{"note", "grund"}},
			{Name: "onlyZero", About: "Yes: only customers whose balance is 0, so that nobody is credited who was before."},
		},
		Apply: applyAdjustment,
	}
}

func applyAdjustment(ctx context.Context, d *doing, rows []record) (m made, err error) {
	r := rows[0]
	who, err := r.holder()
	cur := r.currency("currency")
	amount := r.amount("amount", cur)
	if err != nil || r.failed() {
		return m, err
	}
	if who == 0 || amount == nil {
		r.note("amount", "must have an amount and a customer")
		return m, nil
	}
	if r.yes("onlyZero") {
		of, err := wallet.OfCustomers(ctx, d.app, d.caller, []int64{who})
		if err != nil {
			return m, err
		}
		for _, w := range of[who] {
			if w.CurrencyID == cur.ID && w.Available+w.Pending+w.Reserved != 0 {
				r.note("onlyZero", "is not the case: there is a balance")
				return m, nil
			}
		}
	}
	reason := r.text("reason")
	if reason == "" {
		reason = "import " + decimal(d.importID)
	}
	v, err := wallet.Adjust(ctx, d.app, d.caller, wallet.Adjusting{CustomerID: who, CurrencyID: cur.ID, Amount: *amount, Reason: reason})
	return made{id: v.Wallet.ID, did: Changed}, err
}

// holder finds the customer of a row, 0 for none.
func (r record) holder() (int64, error) {
	if r.text("customerId") != "" {
		return r.id("customerId"), nil
	}
	field, find := "externalId", customer.ByExternalID
	if r.text(field) == "" {
		field, find = "email", customer.KnownBy
	}
	text := r.text(field)
	if text == "" {
		return 0, nil
	}
	c, found, err := find(r.d.tx, text)
	if err == nil && !found {
		r.note(field, "is no customer that there is")
	}
	return c.ID, err
}
