package reports

import (
	"strings"
	"time"

	"marquee/app"
	"marquee/app/report"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/words"
)

// worded are the columns whose values are one of a few, with what says these. Where reports mean other
// things by one column, the number of the report stands before it.
var worded = map[string]func(v *screen.Visit, value string) string{
	"sales_channel": keyed("channel_"), "payment_method": (*screen.Visit).Method, "payment_methods": (*screen.Visit).Method,
	"item_type": keyed("type_"), "item_status": keyed("item_is_"), "order_status": keyed("status_"), "event_status": keyed("event_is_"),
	"scan_mode": keyed("scan_"), "scan_status": keyed("scan_is_", "gate_why_"), "status_detail": keyed("detail_"),
	"account": (*screen.Visit).Account, "event": keyed("ledger_is_"), "closure_type": keyed("offer_ended_"), "payout_status": keyed("payout_is_"),
	"payment_gateway": keyed("gateway_"), "locale": func(_ *screen.Visit, tag string) string { return screen.LanguageName(tag) },

	columnOf(report.Transactions, "type"): (*screen.Visit).Method, columnOf(report.Transactions, "status"): keyed("transaction_is_", "paid_"),
	columnOf(report.WalletTransactions, "type"): keyed("account_move_"), columnOf(report.WalletTransactions, "status"): keyed("movement_is_"),
	columnOf(report.ResaleListings, "status"): keyed("offer_is_"), columnOf(report.ResaleContracts, "status"): keyed("offer_is_"),
}

func columnOf(id int64, column string) string { return screen.Number(id) + " " + column }

// keyed says a value by the words of a key that begins so; by the first that has any.
func keyed(begins ...string) func(v *screen.Visit, value string) string {
	return func(v *screen.Visit, value string) string {
		for _, begin := range begins {
			key := "office." + begin + strings.ToLower(strings.ReplaceAll(value, " ", "_"))
			if text := words.Text(v.View.Lang, key); text != key {
				return text
			}
			if key = "office." + begin + value; words.Text(v.View.Lang, key) != key {
				return words.Text(v.View.Lang, key)
			}
		}
		return value
	}
}

// inWords is a value of a report in words, where there are any for it.
func inWords(v *screen.Visit, id int64, column, value string) string {
	say := worded[columnOf(id, column)]
	if say == nil {
		say = worded[column]
	}
	if say == nil {
		return value
	}
	return say(v, value)
}

// stay is how long somebody stayed, which the report has in seconds.
func stay(v *screen.Visit, seconds int64) string {
	return app.Span(time.Duration(seconds) * time.Second).Say(string(v.View.Lang))
}
