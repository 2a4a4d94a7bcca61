package reports

import (
	"slices"
	"testing"

	"marquee/app/catalog"
	"marquee/app/entry/rules"
	"marquee/app/ledger"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/report"
	"marquee/app/resale"
	"marquee/app/wallet"
	"marquee/handlers/web/office/screen"
	"marquee/handlers/web/page"
	"marquee/handlers/web/words"
)

// TestEveryReportIsAQuestion: each is asked in one place, and has its words in every language.
func TestEveryReportIsAQuestion(t *testing.T) {
	var all []int64
	for _, g := range asked {
		all = append(all, g.ids...)
	}
	slices.Sort(all)
	for i, p := range report.Presets() {
		if i >= len(all) || all[i] != p.ID {
			t.Fatalf("report %d is asked for never, or twice: %v", p.ID, all)
		}
		for _, l := range words.Languages {
			if key := "office.ask_" + screen.Number(p.ID); words.Text(l, key) == key {
				t.Errorf("%s: %q has no question", l, p.Name)
			}
		}
	}
}

// values are what can stand in columns of which each value has words.
var values = map[string][]string{
	"sales_channel":  {"", "online", "box_office", "kiosk", "invoice", "api", "import"},
	"payment_method": order.TransactionTypes(), "payment_methods": order.TransactionTypes(),
	"item_type": {
		string(catalog.Ticket), string(catalog.Product), string(catalog.GuestList), string(catalog.Charity), string(catalog.SeasonTicket), string(catalog.Fee), string(catalog.CashlessTopup),
		string(catalog.CashlessProduct), string(catalog.GiftVoucher), string(catalog.FulfilmentFee), string(catalog.Bundle), string(catalog.RefundProtectFee), string(catalog.ResaleFee), string(catalog.ManualProtectFee),
	},
	"item_status": {"valid", "pending_approval", "rejected", "refunded", "cancelled", "locked"}, "order_status": order.StatusSlugs(), "event_status": {"deleted", "cancelled", "draft", "published"},
	"scan_mode": {"in", "out"}, "scan_status": scanStatuses(), "status_detail": {rules.HistoricBarcode, rules.ItemDoesNotQualify, rules.OutsideOfValidity, rules.OrderLocked, rules.SoldInDemoMode},
	"account": ledger.KindNames(), "event": ledgerEvents(), "closure_type": {string(resale.SoldOut), string(resale.Expired), string(resale.Cancelled)}, "payout_status": {"pending", "paid"},
	"payment_gateway": {order.SimulatedGateway}, "locale": {"de", "fr"},
	"19 type": order.TransactionTypes(), "19 status": order.TransactionStatuses(), "27 type": wallet.TypeSlugs(), "27 status": {"cancelled", "pending", "confirmed"},
	"37 status": {"active", "closed"}, "38 status": {resale.Sold.Slug(), resale.Withdrawn.Slug(), resale.Active.Slug()},
}

func scanStatuses() (all []string) {
	for s := rules.Valid; s <= rules.Failed; s++ {
		all = append(all, s.String())
	}
	return all
}

func ledgerEvents() (all []string) {
	for e := ledger.Sold; e <= ledger.Parted; e++ {
		all = append(all, e.String())
	}
	return all
}

// TestWhatStandsInAReportIsSaidInWords: nobody reads how a program calls it.
func TestWhatStandsInAReportIsSaidInWords(t *testing.T) {
	for column, all := range values {
		say := worded[column]
		if say == nil {
			t.Errorf("nothing says %s", column)
			continue
		}
		for _, l := range words.Languages {
			v := &screen.Visit{View: &page.View{Lang: l}}
			for _, value := range all {
				text := say(v, value)
				asItIs := text == value && l != locale.English && value != "online" && value != "terminal" // which are words there, too
				if text == "" || asItIs {
					t.Errorf("%s: %s %q has no words", l, column, value)
				}
			}
		}
	}
	for column := range worded {
		if values[column] == nil {
			t.Errorf("what can stand in %s is not tried", column)
		}
	}
}
