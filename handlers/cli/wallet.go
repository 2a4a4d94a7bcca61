package cli

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/wallet"

	"github.com/urfave/cli/v2"
)

type (
	walletIn struct {
		CompanyID  int64  `json:"companyId"`
		WalletID   int64  `json:"walletId"`
		CustomerID int64  `json:"customerId"`
		Tag        string `json:"nfcId"`
		Amount     string `json:"amount"`
		Reason     string `json:"reason"`
		Thaw       bool   `json:"thaw"`
		Limit      int64  `json:"limit"`
	}
	walletsOut struct {
		Wallets []walletLine `json:"wallets"`
	}
	walletLine struct {
		ID         int64  `json:"id"`
		CustomerID int64  `json:"customerId"`
		Currency   string `json:"currency"`
		Available  int64  `json:"availableBalance"`
		Online     int64  `json:"refundableBalanceOnline"`
		Offline    int64  `json:"refundableBalanceOffline"`
		Pending    int64  `json:"pendingBalance"`
		Reserved   int64  `json:"pendingPayouts"`
		Frozen     string `json:"frozen"`
	}
	walletOut struct {
		walletLine
		Movements []movementLine `json:"movements"`
	}
	movementLine struct {
		ID          int64      `json:"id"`
		At          time.Time  `json:"at"`
		Type        string     `json:"type"`
		Amount      int64      `json:"amount"`
		Old         int64      `json:"oldBalance"`
		New         int64      `json:"newBalance"`
		Source      string     `json:"source"`
		Reason      string     `json:"reason"`
		ConfirmedAt *time.Time `json:"confirmedAt"`
		CancelledAt *time.Time `json:"cancelledAt"`
	}
	walletFrozenOut struct {
		Frozen bool `json:"frozen"`
	}
)

func walletFlags(more ...cli.Flag) []cli.Flag {
	return append([]cli.Flag{whole("wallet", 0, "the `ID` of the wallet"), companyFlag()}, more...)
}

// walletInput reads the flags that the commands share.
func walletInput(c *cli.Context) (any, error) {
	in := walletIn{
		CompanyID: int64(c.Int("company")), WalletID: int64(c.Int("wallet")), CustomerID: int64(c.Int("customer")), Tag: c.String("tag"),
		Amount: c.String("amount"), Reason: c.String("reason"), Thaw: c.Bool("thaw"), Limit: int64(c.Int("limit")),
	}
	return in, noArguments(c)
}

func (in walletIn) company() int64 { return in.CompanyID }

var walletList = admin{
	reads: true,
	path:  "wallet list", usage: "list what customers have",
	example: "marquee wallet list --data ./festival\n   marquee wallet list --data ./festival --customer 17",
	flags:   []cli.Flag{whole("customer", 0, "the wallets of the customer with this `ID`"), whole("limit", wallet.MaxPage, "at most this many"), companyFlag()},
	input:   walletInput,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in walletIn) (any, error) {
		page, err := wallet.List(ctx, a, c, wallet.Filter{CustomerID: in.CustomerID, Request: list.Request{Limit: in.Limit}})
		out := walletsOut{[]walletLine{}}
		for i := range page.Rows {
			out.Wallets = append(out.Wallets, walletLineOf(&page.Rows[i], a.Now()))
		}
		return out, err
	}),
	print: func(w io.Writer, result []byte) error {
		out, err := decode[walletsOut](result)
		if err != nil {
			return err
		}
		return printWallets(w, out.Wallets)
	},
}

func walletLineOf(w *wallet.Wallet, now time.Time) walletLine {
	cur, _ := company.CurrencyByID(w.CurrencyID)
	line := walletLine{
		ID: w.ID, CustomerID: w.CustomerID, Currency: cur.Code, Available: w.Available, Online: w.Refundable(true, now), Offline: w.Refundable(false, now),
		Pending: w.Pending, Reserved: w.Reserved,
	}
	if w.Frozen != nil {
		line.Frozen = w.Frozen.Reason
	}
	return line
}

func printWallets(w io.Writer, all []walletLine) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "WALLET\tCUSTOMER\tCURRENCY\tBALANCE\tCASH-OUT\tPENDING\tSET ASIDE\tFROZEN")
	for _, l := range all {
		fmt.Fprintf(table, "%d\t%d\t%s\t%d\t%d\t%d\t%d\t%s\n", l.ID, l.CustomerID, l.Currency, l.Available, l.Offline, l.Pending, l.Reserved, l.Frozen)
	}
	return table.Flush()
}

var walletShow = admin{
	reads: true,
	path:  "wallet show", usage: "show a wallet and its last movements",
	example: "marquee wallet show --data ./festival --wallet 3",
	flags:   walletFlags(),
	input:   needsWallet,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in walletIn) (any, error) {
		w, all, _, err := wallet.ReadLedger(ctx, a, c, in.WalletID)
		out := walletOut{walletLine: walletLineOf(&w, a.Now()), Movements: []movementLine{}}
		for i := range all {
			m := &all[i]
			out.Movements = append(out.Movements, movementLine{
				m.ID, m.CreatedAt, m.Type.Slug(), m.Amount, m.Old, m.New, fmt.Sprintf("%s %d", m.Source.Type, m.Source.ID), m.Reason, m.ConfirmedAt, m.CancelledAt,
			})
		}
		return out, err
	}),
	print: printWallet,
}

// needsWallet is walletInput of commands about one wallet.
func needsWallet(c *cli.Context) (any, error) {
	if c.Int("wallet") < 1 {
		return nil, usage("%s needs --wallet\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
	}
	return walletInput(c)
}

func printWallet(w io.Writer, result []byte) error {
	out, err := decode[walletOut](result)
	if err != nil {
		return err
	}
	if err := printWallets(w, []walletLine{out.walletLine}); err != nil {
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "MOVEMENT\tAT\tTYPE\tAMOUNT\tBALANCE\tFOR\tSTATE")
	for _, m := range out.Movements {
		state := "waits"
		switch {
		case m.ConfirmedAt != nil:
			state = "confirmed"
		case m.CancelledAt != nil:
			state = "cancelled"
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%+d\t%d\t%s\t%s\n", m.ID, moment(&m.At), m.Type, m.Amount, m.New, m.Source, state)
	}
	return table.Flush()
}

var walletAdjust = admin{
	path: "wallet adjust", usage: "add to a wallet or take away, for a reason that is kept",
	example: "marquee wallet adjust --data ./festival --wallet 3 --amount 12.50 --reason \"Sorry for the rain\"\n   marquee wallet adjust --data ./festival --wallet 3 --amount=-5 --reason \"Charged twice\"",
	flags: walletFlags(text("amount", "so much, with a point before the decimals; below zero takes away"),
		text("reason", "why, at most 255 characters")),
	input: needsWallet,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in walletIn) (any, error) {
		w, err := wallet.Read(ctx, a, c, in.WalletID)
		if err != nil {
			return nil, err
		}
		cur, _ := company.CurrencyByID(w.CurrencyID)
		sign, text := int64(1), in.Amount
		if len(text) > 0 && text[0] == '-' {
			sign, text = -1, text[1:]
		}
		n, err := cur.Minor(text)
		if err != nil {
			return nil, app.Field("amount", "must be a number")
		}
		if _, err := wallet.Adjust(ctx, a, c, wallet.Adjusting{WalletID: w.ID, Amount: sign * n, Reason: in.Reason}); err != nil {
			return nil, err
		}
		w, err = wallet.Read(ctx, a, c, in.WalletID)
		return walletsOut{[]walletLine{walletLineOf(&w, a.Now())}}, err
	}),
	print: func(w io.Writer, result []byte) error {
		out, err := decode[walletsOut](result)
		if err != nil {
			return err
		}
		return printWallets(w, out.Wallets)
	},
}

var walletFreeze = admin{
	path: "wallet freeze", usage: "freeze a wallet, or a tag, so that nothing is paid with it",
	example: "marquee wallet freeze --data ./festival --wallet 3 --reason \"Under dispute\"\n   marquee wallet freeze --data ./festival --tag 04:A2:B3 --reason Lost\n   marquee wallet freeze --data ./festival --wallet 3 --thaw",
	flags:   walletFlags(text("tag", "the `TAG` that was lost; gates let it in all the same"), text("reason", "why, at most 255 characters"), yes("thaw", "let it go again")),
	input:   walletInput,
	run: forCompany(func(ctx context.Context, a *app.App, c *app.Caller, in walletIn) (any, error) {
		_, err := wallet.SetFreeze(ctx, a, c, wallet.Freezing{WalletID: in.WalletID, Tag: in.Tag, Reason: in.Reason, Thaw: in.Thaw})
		return walletFrozenOut{!in.Thaw}, err
	}),
	print: func(w io.Writer, result []byte) error {
		out, err := decode[walletFrozenOut](result)
		if err == nil {
			_, err = fmt.Fprintln(w, map[bool]string{true: "Frozen: nothing is paid with it", false: "Not frozen any more"}[out.Frozen])
		}
		return err
	},
}
