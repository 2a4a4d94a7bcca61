package settings

import "marquee/app"

// pageOf is a page of settings.
type pageOf struct {
	slug, group string
	needs       app.Requirement
	// reads is what else it takes to read them, nil: nothing.
	reads app.Requirement
	// op changes what the page shows, and read answers with it. Without an operation the page is
	// one of its own.
	op, read string
	parts    []part
}

// part is a section of a page.
type part struct {
	name   string
	fields []string
}

// Operations that several pages are for.
const (
	ofCompany   = "POST company/settings"
	readCompany = "/company/settings"
)

// groups are the headings over the pages, in their order.
var groups = []string{"company", "selling", "tickets", "programs"}

// table are the pages, in their order. Each field of the company stands on exactly one.
var table = []pageOf{
	{slug: "name", group: "company", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"name", []string{"name", "alias"}},
		{"colours", []string{"branding.primaryColor", "branding.secondaryColor", "branding.gradientBegin", "branding.gradientEnd", "branding.iconColor"}},
		{"languages", []string{"locales", "timezone"}},
	}},
	{slug: "money", group: "company", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"currencies", []string{"currencies", "customCurrencies"}},
		{"tax", []string{"taxInput", "taxCalculation", "allInPrices"}},
		{"files", []string{"decimalComma"}},
	}},
	{slug: "invoices", group: "company", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"billing", []string{"billingDetails.name", "billingDetails.address", "billingDetails.salesTaxNumber"}},
		{"invoices", []string{"invoices.issue", "invoices.buyerDetails", "invoices.series", "invoices.countryId", "invoices.exemption"}},
		{"bank", []string{"invoices.bankAccount.holder", "invoices.bankAccount.iban", "invoices.bankAccount.bic"}},
	}},
	{slug: "legal", group: "company", needs: app.EditCompany, op: "POST company/legal", read: "/company/legal", parts: []part{
		{"legal", []string{"terms", "privacy", "imprint", "cancellation", "accessibility"}},
	}},
	{slug: "shop", group: "selling", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"demo", []string{"isDemo"}},
		{"shop", []string{"shop.isOpen", "shop.title", "shop.intro", "shop.email", "shop.showRemaining"}},
		{"elsewhere", []string{"shop.termsUrl", "shop.privacyUrl", "shop.imprintUrl"}},
		{"baskets", []string{"basketTimeoutMinutes", "basketExtensions", "basketSizeLimit", "globalBasket", "approvals"}},
	}},
	{slug: "changes", group: "selling", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"changes", []string{"orderChanges.cutoffDays", "orderChanges.reducedValue", "orderChanges.remainderToWallet", "orderChanges.forfeitFees"}},
		{"dates", []string{"orderChanges.rebooking", "orderChanges.rebookingCutoffDays", "orderChanges.customerRebooking", "orderChanges.customerRebookingCutoffDays"}},
	}},
	{slug: "accounts", group: "selling", needs: app.EditCompany, reads: app.ViewWallets, op: "POST wallet-settings", read: "/wallet-settings", parts: []part{
		{"spending", []string{"spendingEnabled", "topupExpiryDays", "onlineCashoutEnabled"}},
		{"refunds", []string{"balanceRefundsEnabled", "selfServeRefundsEnabled", "selfServeCutoffHours", "selfServeRefundProcessingFee", "selfServeRefundResellerFee"}},
	}},
	{slug: "papertickets", group: "tickets", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"codes", []string{"signedBarcodes", "ticketLeadHours", "walletPasses"}},
		{"print", []string{"ticketTerms"}},
	}},
	{slug: "mails", group: "tickets", needs: app.EditCompany, op: "POST mail-settings", read: "/mail-settings", parts: []part{
		{"sender", []string{"senderName", "replyTo"}},
		{"confirm", []string{"confirmOnline", "confirmBoxOffice", "confirmationPerEvent", "attachTickets", "taxReceipts"}},
		{"others", []string{"reminderHours", "groupMails"}},
		{"tell", []string{"purchasesTo", "approvalsTo", "eventsTo", "refundsTo"}},
	}},
	{slug: "apps", group: "programs", needs: app.EditCompany, op: ofCompany, read: readCompany, parts: []part{
		{"support", []string{"branding.toolbarLogo", "branding.splashLogo", "branding.supportUrl", "branding.osSupportUrl", "branding.nfcReaderSupportUrl"}},
		{"limit", []string{"apiRateLimit"}},
	}},
}
