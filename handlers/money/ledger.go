package money

import (
	"context"
	"encoding/hex"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/ledger"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type ledgerIn struct {
	OrderID rest.Text  `query:"orderId" maxlen:"20" doc:"The id or the reference of an order: its entries and no others."`
	Entry   *rest.ID   `query:"entry" blank:"true" min:"1" doc:"The number of an entry: it alone."`
	From    *rest.Time `query:"from" date:"true" blank:"true" doc:"Entries at or after it."`
	Until   *rest.Time `query:"until" date:"true" blank:"true" doc:"Entries before it; a day counts to its end."`
	Account string     `query:"account" maxlen:"60" doc:"Entries that move this account, such as bank, wallet:17 or sales:19%; a kind alone is every account of it."`
	Behind  rest.ID    `query:"behind" doc:"Goes on behind this entry."`
}

type ledgerJSON struct {
	Entries []entryJSON `json:"entries"`
	Behind  *int64      `json:"behind" doc:"Ask again with it for what follows; null: nothing does."`
	Count   *int64      `json:"count" doc:"How many entries the ledger has; null for those of an order."`
	Hash    *string     `json:"hash" doc:"That of the last one, which stands for the whole ledger."`
}

type entryJSON struct {
	Entry      int64         `json:"entry" doc:"Numbered from 1 without gaps."`
	At         time.Time     `json:"at"`
	Event      string        `json:"event" doc:"What happened, such as sold, refunded or credited."`
	OrderID    *int64        `json:"orderId"`
	MovementID *int64        `json:"walletTransactionId"`
	UserID     *int64        `json:"userId"`
	Postings   []postingJSON `json:"postings" doc:"What is credited is above zero, what is debited below; in each currency they add up to zero."`
	Hash       string        `json:"hash" doc:"Of all of it and of the entry before."`
	Before     *string       `json:"hashBefore" doc:"That of the entry before; null for the first."`
}

type postingJSON struct {
	Account string `json:"account"`
	wire.CurrencyFields
	Amount int64 `json:"amount"`
	Old    int64 `json:"oldBalance"`
	New    int64 `json:"newBalance"`
}

func ledgers(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/ledger", Summary: "Read the ledger", Tag: tag, Allow: app.ViewReports,
			Doc: "Double entry of all money and credit, a hundred entries at a time, in the order of their numbers; nobody changes or removes one. " +
				"For those who see all events. Entries that move an account are looked for among some thousands at a time: behind may be told without any.",
		}, func(ctx context.Context, c *app.Caller, in ledgerIn) (ledgerJSON, error) {
			if in.OrderID != "" {
				_, all, err := order.ReadLedger(ctx, a, c, order.ParseKey(string(in.OrderID)))
				return ledgerForm(c.CompanyID, ledger.Found{Entries: all}), err
			}
			f, err := ledger.Find(ctx, a, c, ledger.Search{
				Period: ledger.Period{From: in.From.At(), Until: through(in.Until)}, Entry: int64(wire.Value(in.Entry)),
				Account: in.Account, Behind: int64(in.Behind), Limit: ledger.MaxPage,
			})
			return ledgerForm(c.CompanyID, f), err
		}),
	}
}

// through is a moment, or the end of a day.
func through(t *rest.Time) *time.Time {
	at := t.At()
	if t != nil && t.Day {
		end := at.AddDate(0, 0, 1)
		at = &end
	}
	return at
}

func ledgerForm(companyID int64, f ledger.Found) ledgerJSON {
	out := ledgerJSON{Entries: []entryJSON{}, Behind: wire.OrNull(f.Next)}
	if f.Head.Seq > 0 {
		out.Count, out.Hash = &f.Head.Seq, wire.OrNull(hex.EncodeToString(f.Head.Hash))
	}
	for i := range f.Entries {
		out.Entries = append(out.Entries, entryForm(companyID, &f.Entries[i]))
	}
	return out
}

func entryForm(companyID int64, e *ledger.Entry) entryJSON {
	out := entryJSON{
		Entry: e.Seq, At: e.At, Event: e.Event.String(), OrderID: wire.OrNull(e.OrderID), MovementID: wire.OrNull(e.MovementID), UserID: wire.OrNull(e.UserID),
		Postings: []postingJSON{}, Hash: hex.EncodeToString(e.HashIn(companyID)), Before: wire.OrNull(hex.EncodeToString(e.Before)),
	}
	for i := range e.Postings {
		p := &e.Postings[i]
		cur, _ := company.CurrencyByID(p.CurrencyID)
		out.Postings = append(out.Postings, postingJSON{Account: p.Account().Name(), CurrencyFields: wire.CurrencyFieldsOf(cur), Amount: p.Amount, Old: p.Old, New: p.New()})
	}
	return out
}
