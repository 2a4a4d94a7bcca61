package people

import (
	"slices"

	"marquee/app"
	"marquee/handlers/web/office/screen"
)

// jobs are what people do, and the abilities that each takes. Each ability is in one of them.
var jobs = []struct {
	key string
	of  []app.Ability
}{
	{"sell", []app.Ability{app.Sell, app.Discounts, app.PayCash, app.PayCard, app.PayBank, app.PayOtherOffline, app.PayWallet, app.DrawerCardSale}},
	{"give", []app.Ability{app.Complimentary}},
	{"lift", []app.Ability{app.Override, app.Overuse, app.SellAnyHold, app.DrawerNoSale}},
	{"orders", []app.Ability{app.ListOrders, app.ViewOrders}},
	{"change_orders", []app.Ability{app.EditOrders}},
	{"refund", []app.Ability{app.Refund}},
	{"customers", []app.Ability{app.ViewCustomers}},
	{"change_customers", []app.Ability{app.CreateCustomers, app.EditCustomers, app.EditGroups, app.SignInCustomers}},
	{"erase_customers", []app.Ability{app.DeleteCustomers}},
	{"door", []app.Ability{app.ScanZones, app.AdmitGuests}},
	{"door_lift", []app.Ability{app.OverrideScans}},
	{"events", []app.Ability{app.ViewEvents, app.ListEvents, app.ViewVenues, app.ViewSeating, app.ViewQuestions, app.ViewFees}},
	{"change_events", []app.Ability{app.CreateEvents, app.EditEvents, app.EditSaleData, app.ChangeStock, app.CreateVenues, app.EditSeating, app.EditQuestions, app.EditFees}},
	{"publish", []app.Ability{app.Publish, app.CancelEvents, app.DeleteEvents}},
	{"codes", []app.Ability{app.ViewDiscountCodes, app.EditDiscountCodes, app.ViewAccessCodes, app.EditAccessCodes}},
	{"reports", []app.Ability{app.ViewReports}},
	{"accounts", []app.Ability{app.ViewWallets, app.WalletTopup, app.EditWallets, app.ViewPayments, app.ViewResale, app.EditResale}},
	{"pay_out", []app.Ability{app.WalletCashout, app.SettlePayments, app.SettleResale}},
	{"mails", []app.Ability{app.ViewMails, app.ReadMails, app.SendMails}},
	{"house", []app.Ability{app.EditCompany, app.ManageTaxBands, app.ViewWebhooks, app.EditWebhooks, app.EditImports, app.ViewAudit}},
	{"people", []app.Ability{app.ManageUsers, app.ListUsers, app.ViewUsers, app.CreateUsers, app.EditUsers, app.DeleteUsers, app.RestoreUsers, app.SignInUsers}},
}

// job is a job as a page tells it.
type job struct {
	Name, About string
	// All: nothing is missing for it; Some: a part is there.
	All, Some bool
	Chip      screen.Chip
	Rights    []right
	// Open: it is shown with its list of abilities.
	Open bool
}

// right is one ability of a job.
type right struct {
	Ability string
	// Role: it comes with a role. On: it is held directly. Lacks: whoever looks may not give it.
	Role, On, Lacks bool
	Where           string
}

// held is what somebody holds: by role, directly, and of some events alone.
type held struct {
	super        bool
	role, direct []app.Ability
	scoped       []app.Grant
}

// told are the jobs as somebody has them, for a page that lets them be changed, or for one that shows.
func told(v *screen.Visit, h held) (all []job) {
	for _, j := range jobs {
		out := job{Name: v.View.T("office.job_" + j.key), About: v.View.T("office.job_" + j.key + "_text")}
		n, added := 0, false
		for _, a := range j.of {
			r := right{Ability: string(a), Role: slices.Contains(h.role, a), On: slices.Contains(h.direct, a), Lacks: !v.Caller.Can(a)}
			if slices.ContainsFunc(h.scoped, func(g app.Grant) bool { return g.Ability == a }) {
				r.Where = v.View.T("office.some_events")
			}
			if r.Role || r.On || h.super {
				n++
			} else if r.Where != "" {
				out.Some = true
			}
			added = added || r.On && !r.Role
			out.Rights = append(out.Rights, r)
		}
		out.All = n == len(j.of)
		out.Some = !out.All && (out.Some || n > 0)
		switch {
		case h.super:
		case added:
			out.Chip = screen.Chip{Text: v.View.T("office.right_added"), Tone: "info"}
		case out.All || out.Some:
			out.Chip = screen.Chip{Text: v.View.T("office.right_by_role")}
		}
		all = append(all, out)
	}
	return all
}

// names are those of the jobs that abilities make up, wholly or in part.
func names(v *screen.Visit, abilities []app.Ability, most int) (all []string) {
	for _, j := range jobs {
		if len(all) < most && slices.ContainsFunc(j.of, func(a app.Ability) bool { return slices.Contains(abilities, a) }) {
			all = append(all, v.View.T("office.job_"+j.key))
		}
	}
	return all
}
