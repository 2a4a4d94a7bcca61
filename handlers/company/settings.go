package company

import (
	"cmp"
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type settingsJSON struct {
	Name                 string       `json:"name"`
	Alias                string       `json:"alias"`
	Timezone             string       `json:"timezone"`
	Currencies           []string     `json:"currencies" doc:"Codes; the first is the primary one."`
	CustomCurrencies     []string     `json:"customCurrencies" doc:"Codes of tokens that are no money."`
	Locales              []string     `json:"locales" doc:"The languages of texts; the first is the fallback."`
	BasketTimeoutMinutes int64        `json:"basketTimeoutMinutes"`
	BasketExtensions     int64        `json:"basketExtensions" doc:"How often a basket can be extended."`
	BasketSizeLimit      int64        `json:"basketSizeLimit"`
	RateLimit            int64        `json:"apiRateLimit" doc:"Requests a minute, of all tokens together, earned evenly: what was not used is saved, up to as many. 0 is no limit."`
	GlobalBasket         bool         `json:"globalBasket" doc:"A basket may hold items of several events."`
	IsDemo               bool         `json:"isDemo"`
	Demo                 demoJSON     `json:"demo" doc:"What was sold, paid and given in demo mode and is still there. It never counts as real: gates refuse such tickets, vouchers are not redeemed and accounts pay nothing while the company takes real money."`
	TaxInput             string       `json:"taxInput"`
	TaxCalculation       string       `json:"taxCalculation"`
	AllInPrices          string       `json:"allInPrices"`
	DecimalComma         bool         `json:"decimalComma"`
	Approvals            bool         `json:"approvals" doc:"Items can be sold that somebody approves first; guests always can."`
	SignedBarcodes       bool         `json:"signedBarcodes" doc:"The tickets of its events have signed codes, unless an event says otherwise."`
	TicketLeadHours      *int64       `json:"ticketLeadHours" doc:"How long before an event its tickets open, unless it says otherwise; null: they are never withheld."`
	WalletPasses         bool         `json:"walletPasses" doc:"Phones are offered passes of its tickets, unless a sale item, an event or a venue says otherwise."`
	TicketTerms          *string      `json:"ticketTerms" doc:"What stands on printed tickets, unless their event has terms of its own."`
	LogoURL              *rest.Path   `json:"logoUrl" doc:"Where its logo is, which is uploaded as a picture of the company."`
	Branding             brandingJSON `json:"branding"`
	BillingDetails       billingJSON  `json:"billingDetails"`
	Invoices             invoicesJSON `json:"invoices"`
	Shop                 shopJSON     `json:"shop"`
	OrderChanges         changesJSON  `json:"orderChanges"`
}

// shopJSON is what the pages say on which buyers meet the company.
type shopJSON struct {
	IsOpen        bool    `json:"isOpen"`
	Path          string  `json:"path" doc:"Where its pages are, below the address of the server."`
	ShowRemaining bool    `json:"showRemaining"`
	Title         *string `json:"title"`
	Intro         *string `json:"intro"`
	Email         *string `json:"email"`
	TermsURL      *string `json:"termsUrl"`
	PrivacyURL    *string `json:"privacyUrl"`
	ImprintURL    *string `json:"imprintUrl"`
}

type shopIn struct {
	IsOpen        *rest.Flag       `json:"isOpen" doc:"Everybody may see what is announced, and buy it, on pages of the company's own."`
	ShowRemaining *rest.Flag       `json:"showRemaining" doc:"The pages tell how many are left of what is scarce."`
	Title         rest.Opt[string] `json:"title" maxlen:"255" doc:"Heads the front page; null is the name of the company."`
	Intro         rest.Opt[string] `json:"intro" maxlen:"300" doc:"A line below the title."`
	Email         rest.Opt[string] `json:"email" maxlen:"254" doc:"For questions of buyers."`
	TermsURL      rest.Opt[string] `json:"termsUrl" maxlen:"2000" doc:"A web address; so are the fields below."`
	PrivacyURL    rest.Opt[string] `json:"privacyUrl" maxlen:"2000"`
	ImprintURL    rest.Opt[string] `json:"imprintUrl" maxlen:"2000"`
}

type settingsIn struct {
	Name                 *string          `json:"name" maxlen:"255"`
	Alias                *string          `json:"alias" maxlen:"60" doc:"Its part of the addresses of its shop: lower-case letters, digits and single dashes between them. Those that it had before lead to it for ever, and it can have them again."`
	Timezone             *string          `json:"timezone" maxlen:"64" doc:"Of the IANA database, such as Europe/Berlin."`
	Currencies           *[]string        `json:"currencies" maxitems:"300" doc:"ISO 4217; the first becomes the primary one. Replaces all."`
	CustomCurrencies     *[]string        `json:"customCurrencies" maxitems:"20" doc:"Three letters each that are no currency of ISO 4217: tokens without decimals, which are spent from wallets and never cashed out. Replaces all."`
	Locales              *[]string        `json:"locales" maxitems:"30" doc:"Language tags such as de or fr-CH; the first becomes the fallback. Replaces all."`
	BasketTimeoutMinutes *int64           `json:"basketTimeoutMinutes" min:"1" max:"60" doc:"Open baskets keep theirs."`
	BasketExtensions     *int64           `json:"basketExtensions" min:"1" max:"10" doc:"How often a basket can be extended."`
	BasketSizeLimit      *int64           `json:"basketSizeLimit" min:"1" max:"300" doc:"Items of a shop basket; the box office is exempt."`
	RateLimit            *int64           `json:"apiRateLimit" min:"0" max:"1000000" doc:"Requests a minute, of all tokens together (429 above it), earned evenly: what was not used is saved, up to as many. 0 is no limit."`
	GlobalBasket         *rest.Flag       `json:"globalBasket" doc:"A basket may hold items of several events."`
	GlobalTransactions   *rest.Flag       `json:"globalTransactions" doc:"A basket may hold items of companies below this one. Not available: each company sells its own."`
	IsDemo               *rest.Flag       `json:"isDemo" doc:"No real money moves. What is sold, paid or given in demo mode stays of the demo for ever. To switch it needs users.manage; the answer tells what of the demo there is."`
	TaxInput             *string          `json:"taxInput" enum:"inclusive,exclusive" doc:"Whether prices hold their tax, or it comes on top of them. Baskets follow line by line, as these are touched."`
	TaxCalculation       *string          `json:"taxCalculation" enum:"total,separate" doc:"Whether tax is calculated on base and fees together, or on each by itself."`
	AllInPrices          *string          `json:"allInPrices" enum:"off,item,order" doc:"Which fees are inside the prices that buyers are shown: none, or with item those that each unit brings. What an order or an event is charged once is told beside the total; order is taken and does the same as item. What is charged does not depend on it. Not possible with tax bands that depend on the country of the buyer."`
	DecimalComma         *rest.Flag       `json:"decimalComma" doc:"CSV files of reports have decimal commas, semicolons between cells, and headings in words, as spreadsheets of many countries want it."`
	Approvals            *rest.Flag       `json:"approvals" doc:"Items that require approval are approved before they are paid for. Without, guests alone are approved. Baskets keep what they were filled with."`
	SignedBarcodes       *rest.Flag       `json:"signedBarcodes" doc:"Tickets that are sold from now on have codes that a gate can check without a network, unless their event says otherwise. Codes of before stay good."`
	TicketLeadHours      rest.Opt[int64]  `json:"ticketLeadHours" min:"12" max:"4368" doc:"How long before an event its tickets can be downloaded and shown, in hours; whole days are those of its clocks. Null: at once. Tickets that are open stay open unless this is made shorter."`
	TicketTerms          rest.Opt[string] `json:"ticketTerms" maxlen:"4000" doc:"Terms on tickets that are printed: all of them on A4, the first lines on rolls, none on A6. Null: none."`
	WalletPasses         *rest.Flag       `json:"walletPasses" doc:"Phones are offered passes. Those that a phone has stay good."`
	Branding             brandingIn       `json:"branding"`
	BillingDetails       billingIn        `json:"billingDetails"`
	Invoices             invoicesIn       `json:"invoices"`
	Shop                 shopIn           `json:"shop"`
	OrderChanges         changesIn        `json:"orderChanges"`
}

type brandingIn struct {
	PrimaryColor        rest.Opt[string] `json:"primaryColor" maxlen:"9" doc:"CSS hex, such as #1a2b3c; so are all colours. Null clears a field."`
	SecondaryColor      rest.Opt[string] `json:"secondaryColor" maxlen:"9"`
	GradientBegin       rest.Opt[string] `json:"gradientBegin" maxlen:"9"`
	GradientEnd         rest.Opt[string] `json:"gradientEnd" maxlen:"9"`
	IconColor           rest.Opt[string] `json:"iconColor" maxlen:"9"`
	ToolbarLogo         rest.Opt[string] `json:"toolbarLogo" maxlen:"2000" doc:"A web address; so are the fields below."`
	SplashLogo          rest.Opt[string] `json:"splashLogo" maxlen:"2000"`
	SupportURL          rest.Opt[string] `json:"supportUrl" maxlen:"2000"`
	OSSupportURL        rest.Opt[string] `json:"osSupportUrl" maxlen:"2000"`
	NFCReaderSupportURL rest.Opt[string] `json:"nfcReaderSupportUrl" maxlen:"2000"`
}

type billingIn struct {
	Name           rest.Opt[string]    `json:"name" maxlen:"255"`
	Address        rest.Opt[string]    `json:"address" maxlen:"1000"`
	SalesTaxNumber rest.Opt[rest.Text] `json:"salesTaxNumber" maxlen:"32" doc:"Letters, digits and punctuation."`
}

func settings(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/company/settings", Summary: "Read the settings of the company", Tag: "Access",
			Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, _ nothingIn) (settingsJSON, error) {
			own, err := company.ReadSettings(ctx, a, c)
			if err != nil {
				return settingsJSON{}, err
			}
			return settingsAnswer(ctx, a, c, &own)
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/settings", Summary: "Change the settings of the company", Tag: "Access",
			Doc: "What is absent stays as it is.", Allow: app.EditCompany,
		}, func(ctx context.Context, c *app.Caller, in settingsIn) (settingsJSON, error) {
			ch, err := in.change()
			if err != nil {
				return settingsJSON{}, err
			}
			own, err := company.ChangeSettings(ctx, a, c, ch)
			if err != nil {
				return settingsJSON{}, err
			}
			return settingsAnswer(ctx, a, c, &own)
		}),
	}
}

func (in *settingsIn) change() (company.SettingsChange, error) {
	ch := company.SettingsChange{
		Name: in.Name, Alias: in.Alias, Timezone: in.Timezone, Demo: wire.Yes(in.IsDemo),
		BasketTimeoutMinutes: in.BasketTimeoutMinutes, BasketExtensions: in.BasketExtensions, BasketSizeLimit: in.BasketSizeLimit, RateLimit: in.RateLimit,
		Branding: in.Branding.change(),
		Billing: company.BillingChange{
			Name: wire.Maybe(in.BillingDetails.Name), Address: wire.Maybe(in.BillingDetails.Address),
			SalesTaxNumber: wire.MaybeText(in.BillingDetails.SalesTaxNumber),
		},
		Shop: in.Shop.change(), Changes: in.OrderChanges.change(),
	}
	if in.Currencies != nil {
		ch.Currencies = *in.Currencies
	}
	if in.CustomCurrencies != nil {
		ch.CustomCurrencies = append([]string{}, *in.CustomCurrencies...)
	}
	if in.Locales != nil {
		ch.Locales = *in.Locales
	}
	if in.AllInPrices != nil {
		ch.AllIn = new(company.AllIn(*in.AllInPrices))
		if *in.AllInPrices == "off" {
			*ch.AllIn = company.AllInNone
		}
	}
	ch.SignsCodes = wire.Yes(in.SignedBarcodes)
	ch.Tickets.LeadHours, ch.Tickets.Terms = wire.Maybe(in.TicketLeadHours), wire.Maybe(in.TicketTerms)
	if in.WalletPasses != nil {
		ch.Tickets.NoPasses = new(!bool(*in.WalletPasses))
	}
	ch.DecimalComma, ch.GlobalTransactions = wire.Yes(in.DecimalComma), wire.Yes(in.GlobalTransactions)
	ch.TaxExclusive, ch.TaxSeparately = chosen(in.TaxInput, "exclusive"), chosen(in.TaxCalculation, "separate")
	if in.Approvals != nil {
		ch.NoApprovals = new(!bool(*in.Approvals))
	}
	if in.GlobalBasket != nil {
		single := !bool(*in.GlobalBasket)
		ch.SingleEventBaskets = &single
	}
	var err error
	ch.Invoicing, err = in.Invoices.change()
	return ch, err
}

// chosen tells whether one of two words was sent; nil when none was.
func chosen(word *string, yes string) *bool {
	if word == nil {
		return nil
	}
	is := *word == yes
	return &is
}

// either is the word for a choice of two.
func either(yes bool, word, otherwise string) string {
	if yes {
		return word
	}
	return otherwise
}

func (in *brandingIn) change() company.BrandingChange {
	return company.BrandingChange{
		PrimaryColor: wire.Maybe(in.PrimaryColor), SecondaryColor: wire.Maybe(in.SecondaryColor),
		GradientBegin: wire.Maybe(in.GradientBegin), GradientEnd: wire.Maybe(in.GradientEnd), IconColor: wire.Maybe(in.IconColor),
		ToolbarLogo: wire.Maybe(in.ToolbarLogo), SplashLogo: wire.Maybe(in.SplashLogo), SupportURL: wire.Maybe(in.SupportURL),
		OSSupportURL: wire.Maybe(in.OSSupportURL), NFCReaderSupportURL: wire.Maybe(in.NFCReaderSupportURL),
	}
}

func settingsForm(c *company.Company) settingsJSON {
	out := settingsJSON{
		Name: c.Name, Alias: c.Alias, Timezone: c.Timezone, Locales: c.Locales,
		BasketTimeoutMinutes: c.BasketTimeoutMinutes, BasketExtensions: c.BasketExtensions(), BasketSizeLimit: c.BasketSizeLimit, RateLimit: c.RateLimit,
		GlobalBasket: !c.SingleEventBaskets, IsDemo: c.Demo,
		TaxInput: either(c.TaxExclusive, "exclusive", "inclusive"), TaxCalculation: either(c.TaxSeparately, "separate", "total"), AllInPrices: cmp.Or(string(c.AllIn), "off"), DecimalComma: c.DecimalComma,
		SignedBarcodes: c.SignsCodes, Approvals: !c.NoApprovals,
		TicketLeadHours: wire.OrNull(c.Tickets.LeadHours), WalletPasses: !c.Tickets.NoPasses, TicketTerms: wire.OrNull(c.Tickets.Terms),
		Branding: brandingForm(c.Branding), BillingDetails: billingForm(c.Billing), Invoices: invoicingForm(&c.Invoicing),
		Shop: shopForm(c), OrderChanges: changesForm(c.Changes),
	}
	out.Currencies, out.CustomCurrencies = codesOf(c.CurrencyIDs), codesOf(c.CustomCurrencyIDs)
	return out
}

// codesOf are the letters of currencies.
func codesOf(ids []int64) []string {
	codes := []string{}
	for _, id := range ids {
		cur, _ := company.CurrencyByID(id)
		codes = append(codes, cur.Code)
	}
	return codes
}

func (in *shopIn) change() company.ShopChange {
	return company.ShopChange{
		Open: wire.Yes(in.IsOpen), ShowLeft: wire.Yes(in.ShowRemaining),
		Title: wire.Maybe(in.Title), Intro: wire.Maybe(in.Intro), Email: wire.Maybe(in.Email),
		TermsURL: wire.Maybe(in.TermsURL), PrivacyURL: wire.Maybe(in.PrivacyURL), ImprintURL: wire.Maybe(in.ImprintURL),
	}
}

func shopForm(c *company.Company) shopJSON {
	s := &c.Shop
	return shopJSON{
		IsOpen: s.Open, Path: "/shop/" + c.Alias, ShowRemaining: s.ShowLeft,
		Title: wire.OrNull(s.Title), Intro: wire.OrNull(s.Intro), Email: wire.OrNull(s.Email),
		TermsURL: wire.OrNull(s.TermsURL), PrivacyURL: wire.OrNull(s.PrivacyURL), ImprintURL: wire.OrNull(s.ImprintURL),
	}
}
