package administer

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/wallet"
)

var (
	walletColumns = []column{
		{name: "id"}, {name: "customerId"}, {name: "currency", from: "currencyCode"}, {name: "availableBalance"}, {name: "refundableBalanceOnline"}, {name: "refundableBalanceOffline"},
		{name: "pendingBalance"}, {name: "pendingPayouts"}, {name: "frozen", as: asLong},
	}
	movementColumns = []column{
		{name: "id"}, {name: "at", from: "createdAt", as: asMoment}, {name: "type", from: "typeSlug"}, {name: "amount", as: asSigned}, {name: "oldBalance"}, {name: "newBalance"},
		{name: "source", make: func(r row) any {
			for _, of := range r.rows("source") {
				return of.text("type") + " " + of.text("id")
			}
			return ""
		}},
		{name: "reason", as: asLong}, {name: "confirmedAt", as: asMoment}, {name: "cancelledAt", as: asMoment},
		{name: "=state", cell: func(r row) string {
			switch {
			case r.text("confirmedAt") != "":
				return "confirmed"
			case r.text("cancelledAt") != "":
				return "cancelled"
			}
			return "waits"
		}},
	}
	walletsShown = section{name: "wallets", columns: walletColumns, table: walletTable}
)

const walletTable = "id:WALLET customerId:CUSTOMER currency availableBalance:BALANCE refundableBalanceOffline:CASH-OUT pendingBalance:PENDING pendingPayouts:SET_ASIDE frozen"

func whichWallet(field string) option {
	return option{name: "wallet", field: field, usage: "the `ID` of the wallet", needed: true}
}

var walletCommands = []derived{
	{
		path: "wallet list", usage: "list what customers have",
		example:   "marquee wallet list --data ./festival\n   marquee wallet list --data ./festival --customer 17",
		operation: "GET /wallets", flags: []option{{name: "customer", field: "customerId", usage: "the wallets of the customer with this `ID`"}},
		then: withFreezes, shows: []section{walletsShown},
	},
	{
		path: "wallet show", usage: "show a wallet and its last movements", example: "marquee wallet show --data ./festival --wallet 3",
		operation: "GET /wallet", flags: []option{whichWallet("walletId")}, then: withMovements,
		shows: []section{
			{columns: walletColumns, table: walletTable},
			{name: "movements", from: "movements", columns: movementColumns, table: "id:MOVEMENT at type amount newBalance:BALANCE source:FOR =state:STATE"},
		},
	},
	{
		path: "wallet adjust", usage: "add to a wallet or take away, for a reason that is kept",
		example:   "marquee wallet adjust --data ./festival --wallet 3 --amount 12.50 --reason \"Sorry for the rain\"\n   marquee wallet adjust --data ./festival --wallet 3 --amount=-5 --reason \"Charged twice\"",
		operation: "POST /wallets/adjust",
		flags: []option{
			whichWallet("walletId"), {name: "amount", field: "amount", usage: "so much, with a point before the decimals; below zero takes away", read: asTyped},
			{name: "reason", field: "reason", usage: "why, at most 255 characters"},
		},
		without: []string{"customerId", "currencyId"}, before: inMinorUnits, then: readWallet, shows: []section{walletsShown},
	},
	{
		path: "wallet freeze", usage: "freeze a wallet, or a tag, so that nothing is paid with it",
		example:   "marquee wallet freeze --data ./festival --wallet 3 --reason \"Under dispute\"\n   marquee wallet freeze --data ./festival --tag 04:A2:B3 --reason Lost\n   marquee wallet freeze --data ./festival --wallet 3 --thaw",
		operation: "POST /wallets/freeze",
		flags: []option{
			{name: "wallet", field: "walletId", usage: "the `ID` of the wallet"}, {name: "tag", field: "nfcId", usage: "the `TAG` that was lost; gates let it in all the same"},
			{name: "reason", field: "reason", usage: "why, at most 255 characters"}, {name: "thaw", field: "frozen", is: false, usage: "let it go again"},
		},
		before: func(_ context.Context, _ asker, said fields) error {
			if said["frozen"] == nil {
				said.say("frozen", true)
			}
			return nil
		},
		then: answerSaid, shows: []section{{columns: []column{{name: "frozen"}}}},
		says: func(_ io.Writer, r row) string {
			if r.yes("frozen") {
				return "Frozen: nothing is paid with it\n"
			}
			return "Not frozen any more\n"
		},
	},
}

// asTyped leaves a value to be read where the store is.
func asTyped(given []string) (any, error) { return given[0], nil }

// inMinorUnits reads an amount in the currency of the wallet.
func inMinorUnits(ctx context.Context, k asker, said fields) error {
	answer, err := k.ask(ctx, "GET /wallet", fields{"walletId": said["walletId"]})
	if err != nil {
		return err
	}
	cur, _ := company.CurrencyByCode(rowOf(rowOf(answer).get("data")).text("currencyCode"))
	text, below := strings.CutPrefix(row{{"", said["amount"]}}.text(""), "-")
	n, err := cur.Minor(text)
	if err != nil {
		return app.Field("amount", "must be a number")
	}
	if below {
		n = -n
	}
	said.say("amount", n)
	return nil
}

// readWallet is the wallet after an adjustment.
func readWallet(ctx context.Context, k asker, said fields, _ json.RawMessage) (json.RawMessage, error) {
	answer, err := k.ask(ctx, "GET /wallet", fields{"walletId": said["walletId"]})
	if err != nil {
		return nil, err
	}
	one, err := asOneOf(ctx, k, said, answer)
	if err != nil {
		return nil, err
	}
	return withFreezes(ctx, k, said, one)
}

// withMovements adds the last movements of a wallet.
func withMovements(ctx context.Context, k asker, said fields, answer json.RawMessage) (json.RawMessage, error) {
	one, err := asOneOf(ctx, k, said, answer)
	if err != nil {
		return nil, err
	}
	if one, err = withFreezes(ctx, k, said, one); err != nil {
		return nil, err
	}
	moved, err := k.ask(ctx, "GET /wallets/transactions", fields{"walletId": said["walletId"]})
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"data": listOf(rowOf(one).get("data"))[0], "movements": rowOf(moved).get("data")})
}

// withFreezes adds why wallets are frozen.
func withFreezes(ctx context.Context, k asker, _ fields, answer json.RawMessage) (json.RawMessage, error) {
	all := []map[string]json.RawMessage{}
	for _, r := range rowOf(answer).rows("data") {
		one := fields{}
		for _, m := range r {
			one[m.name] = m.raw
		}
		if r.yes("isFrozen") {
			w, err := wallet.Read(ctx, k.app, k.caller, r.number("id"))
			if err != nil {
				return nil, err
			}
			if w.Frozen != nil {
				one.say("frozen", w.Frozen.Reason)
			}
		}
		delete(one, "attributes")
		all = append(all, one)
	}
	return json.Marshal(map[string]any{"data": all})
}
