package areas_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/areas"
	"marquee/app/catalog"
	"marquee/app/seating"
)

// copied says of every table whether a copy of an event has what stands in it: "copied", or why not.
// Whoever adds a table says it here, and copies what hangs on an event.
var copied = map[string]string{
	"copied": `events sale_items sale_item_groups inventory_items timeslots stock price_changes fees zones question_fields
		payment_terms queue_lines seating_plans seating_parts seating_spaces media_files`,
	"named by what is copied, which counts at the copy too": `discount_codes access_codes event_schedules`,
	"of the company, whatever its events are": `cities companies customer_groups legal_texts mail_settings mail_texts questions resale_settings roles
		tags tax_bands tills venues visibility_groups wallet_settings webhook_kinds webhooks backup_plans saved_reports saved_views users members tokens api_devices
		`,
	"what was sold, paid and written, or who did": `attempts audit_entries audit_heads customers customer_memberships customer_merges customer_tokens
		distribution_shares distributions erasures invoice_recipients invoices ledger_entries ledger_heads ledger_wallets mails mail_blocks mail_bodies mail_due
		mail_rounds mass_refund_orders mass_refunds old_barcodes order_items orders pass_phones payments question_responses resale_contracts resale_listings
		transactions transfers bank_transfers circulars voucher_redemptions wallet_movements wallets frozen_tags event_approvals `,
	"who came, and what gates and phones do": `door_devices door_doubles_seen door_leases door_links door_paces holder_touches scans seating_occupancy ticket_counts ticket_states
		ticket_touches zone_counters`,
	"figures and work of the program": `async_calls async_parts import_parts import_results import_taken imports login_throttles outbox replays report_cells report_marks
		report_orders report_runs reset_requests restore_trials simulated_intents stored_rows till_alone webhook_calls webhook_notices`,
}

func TestEveryTableSaysWhetherACopyHasIt(t *testing.T) {
	said := map[string]string{}
	for what, names := range copied {
		for name := range strings.FieldsSeq(names) {
			said[name] = what
		}
	}
	var missing []string
	for line := range strings.Lines(areas.Definition().Schema.DescribePeople()) {
		name, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name = strings.TrimSuffix(name, ":"); name != "" && !strings.HasPrefix(line, " ") && said[name] == "" {
			missing = append(missing, name)
		}
		delete(said, name)
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Errorf("a copy of an event has nothing of these, or nobody said so: %s", strings.Join(missing, " "))
	}
	if len(said) > 0 {
		t.Errorf("there are no such tables: %v", said)
	}
}

// TestACopyHasWhatWasNotSold copies an event with some of everything, of which something was sold.
func TestACopyHasWhatWasNotSold(t *testing.T) {
	is := is.New(t)
	f := newFixture(t, apptest.Unchecked()) // stock without orders
	e := f.event
	plan := f.attach(f.plan(theatre()))
	f.settle()
	name, owner := "Adult", f.A.Owner
	total := int64(50)
	adult := ticket(t, f.World, owner, e.ID, &total)
	stalls, err := catalog.UpdateSaleItem(t.Context(), f.App, owner, catalog.Ticket, adult.ID, catalog.SaleItemChange{PriceBandID: catalog.Is(plan.BandID(0))}, catalog.ItemChange{Name: &name})
	is.NoErr(err)
	is.NoErr(f.App.UpdateCompany(t.Context(), f.A.Company.ID, func(tx app.Tx) error {
		if err := catalog.Reserve(tx, &stalls.SaleItem, 1, false); err != nil {
			return err
		}
		return catalog.Sell(tx, &stalls.SaleItem, 1)
	}))

	start := e.Start.AddDate(0, 6, 0)
	out, err := catalog.CopyEvents(t.Context(), f.App, owner, catalog.CopyEvent{EventID: e.ID, Starts: []time.Time{start}})
	is.NoErr(err)
	is.Equal(len(out.Left), 0)
	copied := out.Events[0]
	is.Equal(copied.Published, false)
	is.True(copied.Seats != nil && copied.Seats.PlanID != plan.ID)
	f.settle()
	is.NoErr(f.App.ViewCompany(t.Context(), f.A.Company.ID, func(r app.Reader) error {
		own, err := seating.OfEvent(r, copied.ID) // it is whole
		is.NoErr(err)
		is.Equal(own.Capacity, plan.Capacity)
		items, err := catalog.SaleItemsOfEvent(r, copied.ID)
		is.NoErr(err)
		is.Equal(len(items), 1)
		is.True(own.HasBand(items[0].PriceBandID))
		stock, err := catalog.StockOf(r, catalog.LayerSaleItem, items[0].ID)
		is.NoErr(err)
		is.Equal(*stock.Total, total)
		is.Equal(stock.Sold, int64(0))
		return nil
	}))
}
