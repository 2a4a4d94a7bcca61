package audit

import (
	"maps"
	"slices"
)

// unrecorded are the tables whose changes are not written down: they follow from other
// records, or are journals that name who made each row. A table that does not stand here
// is written down.
var unrecorded = set(
	// The log itself, and other journals.
	"audit_entries", "audit_heads", "import_parts", "import_results", "import_taken", "ledger_entries", "ledger_heads", "ledger_wallets", "price_changes", "scans", "transactions", "wallet_movements", "voucher_redemptions", "mass_refund_orders", "erasures",
	// Queues, and what was answered to repeated calls.
	"replays", "stored_rows", "outbox", "attempts", "async_calls", "async_parts", "mail_due", "mail_rounds", "queue_lines", "reset_requests", "login_throttles", "webhook_calls", "webhook_kinds", "webhook_notices",
	// Counters, copies, and what is folded from other records.
	"distribution_shares", "holder_touches", "door_paces", "till_alone", "ticket_touches", "ticket_states", "ticket_counts", "zone_counters", "seating_occupancy", "seating_parts", "old_barcodes", "media_files", "mail_bodies", "mails", "cities",
	"report_cells", "report_marks", "report_orders",
	// What opens something once, what the gateway of demos keeps, and notes on backups.
	"customer_tokens", "simulated_intents", "backup_plans",
)

// personal are the tables about people: no free text of theirs is shown.
var personal = set(
	"customers", "users", "orders", "order_items", "question_responses", "mail_blocks", "payments", "wallets", "frozen_tags", "resale_listings", "resale_contracts", "transfers", "pass_phones", "door_devices", "door_links",
	// What staff write there may be the name of a guest.
	"saved_reports", "imports",
	// Mails to staff go to people.
	"mail_settings",
)

// secretIn are further fields of a table that are secrets.
var secretIn = map[string][]string{"discount_codes": {"text"}, "distributions": {"code"}, "access_codes": {"text"}, "webhooks": {"url"}}

// Unrecorded tells whether changes of a table are not written down.
func Unrecorded(table string) bool { return unrecorded[table] }

// Named are the tables that have a rule of their own here. A name that no table has is a slip,
// and would leave what it means in the log, or in clear.
func Named() (all []string) {
	for _, tables := range []map[string]bool{unrecorded, personal} {
		all = slices.AppendSeq(all, maps.Keys(tables))
	}
	return slices.AppendSeq(all, maps.Keys(secretIn))
}

func set(names ...string) map[string]bool {
	all := make(map[string]bool, len(names))
	for _, n := range names {
		all[n] = true
	}
	return all
}
