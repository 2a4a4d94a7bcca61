package administer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"marquee/app"
	"marquee/app/chain"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/app/wallet"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

type (
	ledgerShowIn struct {
		operate.OfCompany
		Order    string `json:"order"`
		WalletID int64  `json:"walletId"`
	}
	ledgerShowOut struct {
		OrderID   int64        `json:"orderId"`
		Reference string       `json:"reference"`
		Status    string       `json:"status"`
		Paid      int64        `json:"paid"`
		Refunded  int64        `json:"refunded"`
		Entries   []ledgerLine `json:"entries"`
		// WalletID and Available are those of a wallet that was asked for.
		WalletID  int64 `json:"walletId,omitempty"`
		Available int64 `json:"availableBalance,omitempty"`
	}
	ledgerLine struct {
		Entry    int64         `json:"entry"`
		At       time.Time     `json:"at"`
		Event    string        `json:"event"`
		UserID   int64         `json:"userId"`
		Postings []postingLine `json:"postings"`
	}
	postingLine struct {
		Account  string `json:"account"`
		Currency string `json:"currency"`
		Amount   int64  `json:"amount"`
		Old      int64  `json:"oldBalance"`
		New      int64  `json:"newBalance"`
	}
	ledgerVerifyIn struct {
		Since []chain.Mark `json:"since"`
	}
	ledgerVerifyOut struct {
		Ledgers []chain.Verified `json:"ledgers"`
	}
)

var ledgerShow = operate.Admin{
	Reads: true,
	Path:  "ledger show", Usage: "show what happened to the money of an order or of a wallet, to the cent",
	Example: `marquee ledger show --data ./festival --order 3K7TQ2XM
   marquee ledger show --data ./festival --order 17 --json
   marquee ledger show --data ./festival --wallet 3

What an account is credited is positive, what it is debited negative; amounts are in
minor units. Cash, cards and gateways, where money comes from, are below zero by what
they hold.`,
	Flags: []cli.Flag{
		cmdline.Text("order", "the `ID` or the reference of the order"), cmdline.Whole("wallet", 0, "the `ID` of the wallet, instead of --order: its last movements"), operate.CompanyFlag(),
	},
	Input: func(c *cli.Context) (any, error) {
		if c.Int("wallet") == 0 {
			if err := cmdline.Need(c, "order"); err != nil {
				return nil, err
			}
		}
		return ledgerShowIn{operate.CompanyOf(c), c.String("order"), int64(c.Int("wallet"))}, cmdline.NoArguments(c)
	},
	Run:   operate.ForCompany(runLedgerShow),
	Print: printLedger,
}

func runLedgerShow(ctx context.Context, a *app.App, c *app.Caller, in ledgerShowIn) (any, error) {
	if in.WalletID != 0 {
		return walletLedger(ctx, a, c, in.WalletID)
	}
	o, entries, err := order.ReadLedger(ctx, a, c, order.ParseKey(in.Order))
	out := ledgerShowOut{OrderID: o.ID, Reference: o.Reference, Status: o.Status.Slug(), Paid: o.Totals.Paid, Refunded: o.Totals.Refunded, Entries: []ledgerLine{}}
	for i := range entries {
		out.Entries = append(out.Entries, ledgerLineOf(&entries[i]))
	}
	return out, err
}

// walletLedger is what happened to the money of a wallet.
func walletLedger(ctx context.Context, a *app.App, c *app.Caller, id int64) (any, error) {
	w, _, entries, err := wallet.ReadLedger(ctx, a, c, id)
	out := ledgerShowOut{WalletID: w.ID, Available: w.Available, Entries: []ledgerLine{}}
	for i := range entries {
		out.Entries = append(out.Entries, ledgerLineOf(&entries[i]))
	}
	return out, err
}

func ledgerLineOf(e *ledger.Entry) ledgerLine {
	line := ledgerLine{Entry: e.Seq, At: e.At, Event: e.Event.String(), UserID: e.UserID}
	for i := range e.Postings {
		p := &e.Postings[i]
		cur, _ := company.CurrencyByID(p.CurrencyID)
		line.Postings = append(line.Postings, postingLine{p.Account().Name(), cur.Code, p.Amount, p.Old, p.New()})
	}
	return line
}

func printLedger(w io.Writer, result []byte) error {
	out, err := cmdline.Decode[ledgerShowOut](result)
	if err != nil {
		return err
	}
	if out.WalletID != 0 {
		fmt.Fprintf(w, "Wallet %d has %d\n", out.WalletID, out.Available)
	} else {
		fmt.Fprintf(w, "Order %d %s is %s: %d paid, %d refunded\n", out.OrderID, out.Reference, out.Status, out.Paid, out.Refunded)
	}
	if len(out.Entries) == 0 {
		_, err = fmt.Fprintln(w, "No money moved")
		return err
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ENTRY\tAT\tEVENT\tACCOUNT\tAMOUNT\tBALANCE")
	for _, e := range out.Entries {
		for _, p := range e.Postings {
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%+d %s\t%d\n", e.Entry, cmdline.Moment(&e.At), e.Event, p.Account, p.Amount, p.Currency, p.New)
		}
	}
	return table.Flush()
}

var ledgerVerify = operate.Admin{
	Reads: true,
	Path:  "ledger verify", Usage: "walk the journal of all money, and prove that it goes on from that of a backup",
	Example: `marquee ledger verify --data ./festival
   marquee ledger verify --data ./festival --since ./backups/marquee-20260704T120000.000Z-3f9a1c0b7d2e4.tar.zst
   marquee ledger verify --data ./festival --since s3://bucket/marquee-20260704T120000.000Z-3f9a1c0b7d2e4.tar.zst.age --identity key.txt

Each entry carries the hash of the one before, so the hash of the last one stands for
all. A backup has written it down: when this ledger has the same entry under the same
number, all entries of the backup are in it, unchanged and in their order.`,
	Flags: operate.SinceFlags("ledger"),
	Input: func(c *cli.Context) (any, error) {
		m, ok, err := operate.SinceOf(c)
		if ok && len(m.Report.Ledgers) == 0 {
			err = cmdline.Usage("the backup %s tells of no ledger: it is empty, or older than the ledger", c.String("since"))
		}
		return ledgerVerifyIn{m.Report.Ledgers}, err
	},
	Run: operate.On(func(ctx context.Context, a *app.App, in ledgerVerifyIn) (any, error) {
		all, err := ledger.Verify(ctx, a, in.Since)
		return ledgerVerifyOut{all}, err
	}),
	Print: printVerified,
	Judge: judgeVerified,
}

func printVerified(w io.Writer, result []byte) error {
	out, err := cmdline.Decode[ledgerVerifyOut](result)
	for _, v := range out.Ledgers {
		printChain(w, v.Company, v.Problem, v.Entries, v.Since, v.Hash)
	}
	return err
}

// printChain says whether the entries of a company still are those that were written.
func printChain(w io.Writer, company int64, problem string, entries, since int64, last []byte) {
	if problem != "" {
		fmt.Fprintf(w, "Company %d: %s\n", company, cmdline.Painted(w, cmdline.Red, problem))
		return
	}
	known := ""
	if since > 0 {
		known = fmt.Sprintf(" the first %d are those of the backup;", since)
	}
	fmt.Fprintf(w, "Company %d: %d entries, %s;%s the last is %x\n", company, entries, cmdline.Painted(w, cmdline.Green, "whole"), known, last)
}

func judgeVerified(result []byte) error {
	out, err := cmdline.Decode[ledgerVerifyOut](result)
	for _, v := range out.Ledgers {
		if v.Problem != "" {
			return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: errors.New("the ledger is not what it was\nKeep the file, and compare it with the newest good backup")}
		}
	}
	return err
}
