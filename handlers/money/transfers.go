package money

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/banking"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// transferState is a state of a transfer.
type transferState string

// Values are all states.
func (transferState) Values() []string { return banking.StateNames() }

// why is what a match rests on.
type why string

// Values are all reasons.
func (why) Values() []string { return banking.Whys() }

type statementIn struct {
	File string `json:"file" maxlen:"7000000" doc:"The statement in base64: CAMT.053, or a table with a header, at most 5 MB and 2,000 bookings that came in."`
	Text string `json:"text" maxlen:"200000" doc:"The same as text, instead of file."`
}

type statementJSON struct {
	Format string `json:"format" enum:"camt.053,csv"`
	New    int64  `json:"new" doc:"Transfers that were not known yet."`
	Known  int64  `json:"known" doc:"Those of an earlier statement: they are not taken twice."`
	Passed int64  `json:"passed" doc:"Lines that say of no money that came."`
}

type transfersIn struct {
	rest.Page
	wire.CursorIn
	States  []transferState `query:"states"`
	OrderID *rest.ID        `query:"orderId" blank:"true" min:"1" doc:"What was paid with them."`
}

type transferJSON struct {
	State transferState `json:"state" doc:"aside: it is for no order."`
	Day   string        `json:"day" doc:"Of the booking."`
	wire.CurrencyFields
	Amount    int64          `json:"amount"`
	Text      string         `json:"text" doc:"What the payer wrote."`
	Payer     *string        `json:"payer"`
	EndToEnd  *string        `json:"endToEndId"`
	Certainty *string        `json:"certainty" enum:"sure,likely,none" doc:"How sure it is which order an open one is for. Only sure ones are confirmed together."`
	Why       *why           `json:"why"`
	Order     *candidateJSON `json:"order" doc:"What it may be for, or was taken for."`
	OrderIDs  []int64        `json:"orderIds" doc:"All orders that it was taken for."`
	Surplus   int64          `json:"surplus" doc:"What was more than the order was due for."`
	Reason    *string        `json:"reason" doc:"Why it was set aside."`
	UserID    *int64         `json:"userId" doc:"Who dealt with it."`
	At        *time.Time     `json:"at"`
	wire.Stamps
}

type candidateJSON struct {
	ID        int64  `json:"id"`
	Reference string `json:"reference"`
	Due       int64  `json:"due" doc:"What it still is due for, in its currency."`
	Currency  string `json:"currencyCode"`
	Status    string `json:"statusSlug"`
}

type confirmIn struct {
	IDs      []rest.ID   `json:"ids" min:"1" maxitems:"500" doc:"With orderId they are taken together for that order; else each for the order that it surely is for."`
	AllSure  rest.Flag   `json:"allSure" doc:"All open ones that are sure, up to 500, instead of ids."`
	OrderID  rest.Text   `json:"orderId" maxlen:"20" doc:"The id or the reference of an order."`
	OrderIDs []rest.Text `json:"orderIds" maxitems:"20" maxlen:"20" doc:"Several orders instead of orderId, which the transfers pay together."`
	More     rest.Flag   `json:"acceptMore" doc:"With orders: what is more than they are due for is taken too, and told as surplus."`
	wire.DryRunIn
}

type confirmedJSON struct {
	Confirmed []confirmedTransferJSON `json:"confirmed"`
	Failed    []failedTransferJSON    `json:"failed"`
}

type confirmedTransferJSON struct {
	ID       int64   `json:"id"`
	OrderID  int64   `json:"orderId"`
	OrderIDs []int64 `json:"orderIds" doc:"All that it was taken for, orderId first."`
	Amount   int64   `json:"amount"`
	Surplus  int64   `json:"surplus"`
}

type failedTransferJSON struct {
	ID      int64  `json:"id"`
	Message string `json:"message"`
}

type asideIn struct {
	ID     rest.ID `json:"id" required:"true" min:"1"`
	Reason string  `json:"reason" required:"true" maxlen:"500"`
}

type transferIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

func transfers(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/bank-statements", Summary: "Upload a statement of the bank", Tag: tag, Allow: app.SettlePayments, Status: 201, MaxBody: wire.ImageBody, Turn: rest.InBulk, Weight: app.Heavy,
			Doc: "Stores the money that came in, each transfer once, whatever statement it stands in. A document type or an entity in it is refused.",
		}, func(ctx context.Context, c *app.Caller, in statementIn) (statementJSON, error) {
			file, err := in.bytes()
			if err != nil {
				return statementJSON{}, err
			}
			u, err := banking.Upload(ctx, a, c, file)
			return statementJSON{Format: u.Format, New: u.New, Known: u.Known, Passed: u.Passed}, in.named(err)
		}),
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/bank-transfers", Summary: "List money that came by transfer", Tag: tag,
			Doc:   "The newest first; open ones with the order that each may be for. For those who see all events. " + wire.CursorDoc,
			Allow: app.ViewPayments, Fields: true, Limit: banking.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in transfersIn) (out rest.Many[transferJSON], l list.Info, err error) {
			f := banking.Filter{OrderID: int64(wire.Value(in.OrderID)), Request: list.Request{Cursor: in.Cursor, Offset: in.Offset, Limit: in.Limit}}
			for _, s := range in.States {
				f.States = append(f.States, banking.ParseState(string(s)))
			}
			all, info, err := banking.List(ctx, a, c, f)
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, info, all, transferRow), info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/bank-transfers/confirm", Summary: "Take transfers for their orders", Tag: tag, Allow: app.SettlePayments, Weight: app.Medium,
			Doc: "Pays orders as POST /orders/complete does with the method bank, and asks for the same abilities. An order is paid as a whole: several transfers can be taken for it together, and one for several orders.",
		}, func(ctx context.Context, c *app.Caller, in confirmIn) (confirmedJSON, error) {
			return wire.Do(ctx, a, c, in.DryRunIn, func(a *app.App) (confirmedJSON, error) {
				all, err := in.confirm(ctx, a, c)
				return confirmedForm(c, all), err
			})
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/bank-transfers/set-aside", Summary: "Set a transfer aside that is for no order", Tag: tag, Allow: app.SettlePayments,
		}, func(ctx context.Context, c *app.Caller, in asideIn) (rest.One[transferJSON], error) {
			return rest.As(oneTransfer)(banking.SetAside(ctx, a, c, int64(in.ID), in.Reason))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/bank-transfers/reopen", Summary: "Take back that a transfer was set aside", Tag: tag, Allow: app.SettlePayments,
		}, func(ctx context.Context, c *app.Caller, in transferIn) (rest.One[transferJSON], error) {
			return rest.As(oneTransfer)(banking.Reopen(ctx, a, c, int64(in.ID)))
		}),
	}
}

// bytes are those of the statement.
func (in *statementIn) bytes() ([]byte, error) {
	if in.File == "" {
		return []byte(in.Text), nil
	}
	file, err := base64.StdEncoding.DecodeString(in.File)
	if err != nil {
		return nil, app.Field("file", "must be base64")
	}
	return file, nil
}

// named puts what is wrong with a statement at the field that it came in.
func (in *statementIn) named(err error) error {
	if e, ok := errors.AsType[*app.Error](err); ok && in.Text != "" && in.File == "" {
		for i := range e.Fields {
			e.Fields[i].Field = "text"
		}
	}
	return err
}

func (in *confirmIn) confirm(ctx context.Context, a *app.App, c *app.Caller) ([]banking.Confirmed, error) {
	switch {
	case bool(in.AllSure) && (len(in.IDs) > 0 || in.OrderID != "" || len(in.OrderIDs) > 0):
		return nil, app.Field("allSure", "excludes %s", "ids, orderId, orderIds")
	case in.OrderID != "" && len(in.OrderIDs) > 0:
		return nil, app.Field("orderId", "excludes %s", "orderIds")
	case bool(in.AllSure):
		return banking.ConfirmSure(ctx, a, c)
	case len(in.IDs) == 0:
		return nil, app.Field("ids", "is required")
	}
	do := banking.Confirmation{More: bool(in.More)}
	for _, id := range in.IDs {
		do.IDs = append(do.IDs, int64(id))
	}
	if in.OrderID != "" {
		do.Orders = []order.Key{order.ParseKey(string(in.OrderID))}
	}
	for _, text := range in.OrderIDs {
		do.Orders = append(do.Orders, order.ParseKey(string(text)))
	}
	return banking.Confirm(ctx, a, c, do)
}

func confirmedForm(c *app.Caller, all []banking.Confirmed) confirmedJSON {
	out := confirmedJSON{Confirmed: []confirmedTransferJSON{}, Failed: []failedTransferJSON{}}
	for _, one := range all {
		if one.Err != nil {
			out.Failed = append(out.Failed, failedTransferJSON{ID: one.ID, Message: rest.Said(c, one.Err)})
		} else {
			out.Confirmed = append(out.Confirmed, confirmedTransferJSON{ID: one.ID, OrderID: one.OrderIDs[0], OrderIDs: one.OrderIDs, Amount: one.Amount, Surplus: one.Surplus})
		}
	}
	return out
}

func oneTransfer(t banking.Transfer) rest.One[transferJSON] {
	return rest.One[transferJSON]{Data: transferRow(banking.Shown{Transfer: t})}
}

func transferRow(s banking.Shown) rest.Resource[transferJSON] {
	cur, _ := company.CurrencyByID(s.CurrencyID)
	out := transferJSON{
		State: transferState(s.State.String()), Day: s.Day.Format(time.DateOnly), CurrencyFields: wire.CurrencyFieldsOf(cur), Amount: s.Amount,
		Text: s.Text, Payer: wire.OrNull(s.Payer), EndToEnd: wire.OrNull(s.EndToEnd), OrderIDs: s.Orders(), Surplus: s.Surplus, Reason: wire.OrNull(s.Reason),
		UserID: wire.OrNull(s.UserID), At: s.At, Stamps: wire.StampsOf(s.CreatedAt, s.UpdatedAt),
		Certainty: wire.OrNull(string(s.Certainty)), Why: wire.OrNull(why(s.Why)),
	}
	if o := s.Order; o.ID != 0 {
		its, _ := company.CurrencyByID(o.CurrencyID)
		out.Order = &candidateJSON{ID: o.ID, Reference: o.Reference, Due: o.Due, Currency: its.Code, Status: o.Status.Slug()}
	}
	return rest.Resource[transferJSON]{Type: "bankTransfers", ID: s.Transfer.ID, Attributes: out}
}
