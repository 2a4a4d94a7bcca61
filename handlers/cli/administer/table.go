package administer

import (
	"slices"
	"strings"
	"sync"

	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

// AdminTable lists every administration command.
var AdminTable = sync.OnceValue(func() []operate.Admin {
	all := []operate.Admin{
		apiRead, apiWrite,
		tokenCreate, tokenList, tokenRevoke,
		userCreate, userList, userSuspend, userRestore, userResetPassword, userDropFactor,
		companyList, eventCreate, eventRefunds,
		queueList, queueShow, queueAgain, queueDrop,
		paymentsList, paymentsShow, paymentsSettle, paymentsRefund,
		ledgerShow, ledgerBalances, ledgerEntries, ledgerVerify,
		auditVerify,
		reportList, reportPage, reportRefold,
		operate.PersonExport, operate.PersonErase,
		operate.StoreCopy, operate.StoreClock, operate.StoreWork, operate.StoreCompact, operate.NoteBackup, operate.StorePlans,
	}
	for _, d := range slices.Concat(
		roleCommands, companyCommands, eventCommands, seatingCommands, ledgerCommands, invoiceCommands, auditCommands, walletCommands, mailCommands, webhookCommands, importCommands, reportCommands,
	) {
		all = append(all, d.admin())
	}
	return all
})

// groups are the first words of administration commands; former is what one was called before,
// and still answers to.
var groups = []struct{ name, usage, former string }{
	{"token", "make, list and revoke API tokens", ""},
	{"user", "make, list, suspend and restore users, reset passwords", ""},
	{"role", "make and list roles", ""},
	{"company", "list companies and change their settings", ""},
	{"event", "make an event with its tickets in one step, refund a cancelled one", ""},
	{"seating", "check, import and export seating plans", ""},
	{"queue", "look after work that waits: mails, calls to gateways", "outbox"},
	{"payments", "look after payments by card that are in doubt", ""},
	{"ledger", "show what happened to money, the balances of accounts and all entries of a period, and prove that its journal is whole", ""},
	{"invoice", "list invoices, and write them to files", ""},
	{"audit", "show what staff changed and were refused, and prove that this log is whole", ""},
	{"wallet", "look after what customers have: list, show, adjust, freeze", ""},
	{"report", "show reports, write them to files, have them made by the clock", ""},
	{"mail", "look after mails: who got which, what was not sent, and why", ""},
	{"import-csv", "take in files of other systems: check, approve, show", ""},
	{"webhooks", "have other systems called about changes, and see what they answered", ""},
}

// AdminCommands groups the table by first words.
func AdminCommands(program operate.Program) []*cli.Command {
	var all []*cli.Command
	for _, g := range groups {
		group := &cli.Command{Name: g.name, Usage: g.usage}
		if g.former != "" {
			group.Aliases = []string{g.former}
		}
		for _, ad := range AdminTable() {
			switch words := strings.Fields(ad.Path); {
			case words[0] != g.name:
			case slices.Contains([]string{reportPage.Path, ledgerBalances.Path, ledgerEntries.Path}, ad.Path):
				group.Subcommands = append(group.Subcommands, reportCommand(program, ad, words[1]))
			case ad.Path == ledgerBatch:
				group.Subcommands = append(group.Subcommands, ledgerBatchFile(program, ad))
			case ad.Path == invoiceFiles:
				group.Subcommands = append(group.Subcommands, invoiceArchive(program, ad))
			case ad.Path == auditExport:
				group.Subcommands = append(group.Subcommands, auditFile(program, ad))
			default:
				group.Subcommands = append(group.Subcommands, ad.Command(program, words[1]))
			}
		}
		if g.name == "seating" {
			group.Subcommands = append(group.Subcommands, seatingCheck())
		}
		if g.name == "import-csv" {
			group.Subcommands = append(group.Subcommands, importTypes())
		}
		if g.name == "payments" {
			group.Subcommands = append(group.Subcommands, operate.SealCommand(program))
		}
		all = append(all, group)
	}
	return all
}
