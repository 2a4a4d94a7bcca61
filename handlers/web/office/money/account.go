package money

import (
	"marquee/app"
	"marquee/app/list"
	"marquee/app/wallet"
	"marquee/handlers/web/office/screen"
)

// The operations of accounts.
const (
	adjustOp        = "POST wallets/adjust"
	freezeOp        = "POST wallets/freeze"
	confirmCreditOp = "POST wallets/transactions/confirm"
	payoutOp        = "POST wallets/payouts/initiate"
	confirmPayoutOp = "POST wallets/payouts/confirm"
	cancelPayoutOp  = "POST wallets/payouts/cancel"
)

// accountBody is one account with what happened on it.
type accountBody struct {
	All, Owner, OwnerTo string
	Chip                screen.Chip
	Reason              string
	Figures             []figure
	Moves               []moveRow
	Currency            string
	Frozen, Holds       bool
}

// moveRow is something that happened on an account.
type moveRow struct {
	ID, What, When, About, Amount, Balance string
	Chip                                   *screen.Chip
	// Credit and Payout wait for somebody.
	Credit, Payout bool
}

func accountScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/money/accounts/{id}", Post: "POST /office/{alias}/money/accounts/{id}", Needs: app.ViewWallets,
		Template: o.Template(templates, "account.html"), Show: showAccount,
		Forms: map[string]screen.Then{
			adjustOp:        {Say: "office.account_adjusted"},
			freezeOp:        {Say: "office.account_was_frozen", Sets: map[string]string{"frozen=false": "office.account_was_freed"}},
			confirmCreditOp: {Say: "office.account_confirmed"},
			payoutOp:        {Say: "office.account_payout_begun"},
			confirmPayoutOp: {Say: "office.account_paid_out"},
			cancelPayoutOp:  {Say: "office.account_payout_back"},
		},
	}
}

func showAccount(v *screen.Visit) error {
	w, err := wallet.Read(v.R.Context(), v.App, v.Caller, v.ID("id"))
	if err != nil {
		return err
	}
	owners, err := ownersOf(v, []wallet.Wallet{w})
	if err != nil {
		return err
	}
	one := accountListed{w, owners[w.CustomerID]}
	body := &accountBody{
		All: v.Path("/money/accounts"), Owner: ownerName(v, &one), Chip: accountChip(v, &w), Currency: screen.Number(w.CurrencyID),
		Frozen: w.Frozen != nil, Holds: w.Available > 0,
	}
	if one.owner.ID != 0 {
		body.OwnerTo = v.Path("/customers/%d", w.CustomerID)
	}
	v.View.Title = v.View.T("office.account_of", "name", body.Owner)
	for _, f := range []struct {
		word  string
		minor int64
	}{{"available", w.Available}, {"waits", w.Pending}, {"aside", w.Reserved}} {
		body.Figures = append(body.Figures, figure{v.View.T("office.account_" + f.word), accountMoney(v, &w, f.minor)})
	}
	if w.Frozen != nil {
		body.Reason = w.Frozen.Reason
	}
	v.Body.It = body
	body.offer(v, &w)
	return body.addMoves(v, &w)
}

// offer fills in what can be done with an account.
func (b *accountBody) offer(v *screen.Visit, w *wallet.Wallet) {
	cur := v.Currency(w.CurrencyID)
	v.Body.Add(adjustOp).Fill(map[string]any{"walletId": w.ID, "currencyId": w.CurrencyID, "amount": screen.Amount{Cur: cur}, "reason": ""})
	v.Body.Add(freezeOp).Fill(map[string]any{"walletId": w.ID, "frozen": !b.Frozen, "reason": ""})
	v.Body.Add(payoutOp).Fill(map[string]any{"walletId": w.ID, "currencyId": w.CurrencyID, "amount": screen.Amount{Cur: cur}})
	for _, op := range []string{confirmCreditOp, confirmPayoutOp, cancelPayoutOp} {
		v.Body.Add(op).Fill(map[string]any{"walletTransactionId": ""})
	}
}

// addMoves adds the last that happened.
func (b *accountBody) addMoves(v *screen.Visit, w *wallet.Wallet) error {
	page, _, err := wallet.ListMovements(v.R.Context(), v.App, v.Caller, wallet.MovementFilter{WalletID: w.ID, Request: list.Request{Limit: 50}})
	for i := range page.Rows {
		m := &page.Rows[i]
		row := moveRow{
			ID: screen.Number(m.ID), What: v.View.T("office.account_move_" + m.Type.Slug()), When: moment(v, m.CreatedAt), About: m.Reason,
			Amount: signed(v, v.Currency(w.CurrencyID), m.Amount), Balance: accountMoney(v, w, m.New),
		}
		switch {
		case m.CancelledAt != nil:
			row.Chip = &screen.Chip{Text: v.View.T("office.account_taken_back")}
		case m.Waits():
			row.Chip = &screen.Chip{Text: v.View.T("office.account_unconfirmed"), Tone: "warn"}
			row.Payout, row.Credit = m.IsPayout(), !m.IsPayout()
		}
		b.Moves = append(b.Moves, row)
	}
	return err
}
