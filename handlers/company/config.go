package company

import (
	"strconv"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/wire"
)

type configJSON struct {
	ID             string          `json:"id"`
	Name           string          `json:"name"`
	Login          string          `json:"login"`
	CompanyID      string          `json:"companyId"`
	CompanyName    string          `json:"companyName"`
	Permissions    permissionsJSON `json:"permissions"`
	Epos           eposJSON        `json:"epos"`
	Branding       brandingJSON    `json:"branding"`
	NFCKey         *string         `json:"nfcKey" doc:"Null: tags are known by their own number, and nothing secret is written on them."`
	BillingDetails billingJSON     `json:"billingDetails"`
}

type permissionsJSON struct {
	ZonesScan          bool `json:"zonesScan"`
	AdmitGuests        bool `json:"admitGuests"`
	Sell               bool `json:"sell"`
	Discounts          bool `json:"discounts"`
	Complimentary      bool `json:"complimentary"`
	Refund             bool `json:"refund"`
	Report             bool `json:"report"`
	WalletTopup        bool `json:"walletTopup"`
	WalletCashout      bool `json:"walletCashout"`
	CashDrawerNoSale   bool `json:"cashDrawerNoSale"`
	CashDrawerCardSale bool `json:"cashDrawerCardSale"`
	ViewListOfOrders   bool `json:"viewListOfOrders"`
	ViewOrders         bool `json:"viewOrders"`
	ViewListOfEvents   bool `json:"viewListOfEvents"`
	ViewEvents         bool `json:"viewEvents"`
}

type eposJSON struct {
	Enabled                    bool    `json:"enabled"`
	BalanceSpendingEnabled     bool    `json:"balanceSpendingEnabled"`
	BalanceSpendingAuthMode    *string `json:"balanceSpendingAuthMode"`
	CardSpendingEnabled        bool    `json:"cardSpendingEnabled"`
	CardTerminalEnabled        bool    `json:"cardTerminalSpendingEnabled"`
	CashSpendingEnabled        bool    `json:"cashSpendingEnabled"`
	ComplimentaryOrdersEnabled bool    `json:"complimentaryOrdersEnabled"`
	AllowGuestOrders           bool    `json:"allowGuestOrders" doc:"Always: a till asks for nobody's name."`
}

type brandingJSON struct {
	PrimaryColor        *string `json:"primaryColor"`
	SecondaryColor      *string `json:"secondaryColor"`
	GradientBegin       *string `json:"gradientBegin"`
	GradientEnd         *string `json:"gradientEnd"`
	IconColor           *string `json:"iconColor"`
	ToolbarLogo         *string `json:"toolbarLogo"`
	OSSupportURL        *string `json:"osSupportUrl"`
	IOSSupportURL       *string `json:"iOSSupportUrl" doc:"The same as osSupportUrl."`
	NFCReaderSupportURL *string `json:"nfcReaderSupportUrl"`
	SplashLogo          *string `json:"splashLogo"`
	SupportURL          *string `json:"supportUrl"`
}

type billingJSON struct {
	Name           *string `json:"name"`
	Address        *string `json:"address"`
	SalesTaxNumber *string `json:"salesTaxNumber"`
}

func configForm(c *app.Caller, s company.Company, readers bool) configJSON {
	return configJSON{
		ID: strconv.FormatInt(c.UserID, 10), Name: c.UserName, Login: c.UserEmail,
		CompanyID: strconv.FormatInt(s.ID, 10), CompanyName: s.Name,
		Permissions: permissionsForm(c), Epos: eposForm(c, readers), Branding: brandingForm(s.Branding),
		BillingDetails: billingForm(s.Billing),
	}
}

// permissionsForm pairs each flag with its ability.
func permissionsForm(c *app.Caller) permissionsJSON {
	return permissionsJSON{
		ZonesScan: c.Holds(app.ScanZones), AdmitGuests: c.Holds(app.AdmitGuests),
		Sell: c.Holds(app.Sell), Discounts: c.Holds(app.Discounts), Complimentary: c.Holds(app.Complimentary),
		Refund: c.Holds(app.Refund), Report: c.Holds(app.ViewReports),
		WalletTopup: c.Holds(app.WalletTopup), WalletCashout: c.Holds(app.WalletCashout),
		CashDrawerNoSale: c.Holds(app.DrawerNoSale), CashDrawerCardSale: c.Holds(app.DrawerCardSale),
		ViewListOfOrders: c.Holds(app.ListOrders), ViewOrders: c.Holds(app.ViewOrders),
		ViewListOfEvents: c.Holds(app.ListEvents), ViewEvents: c.Holds(app.ViewEvents),
	}
}

// balanceOnline: what is on an account is spent while the till reaches the server.
const balanceOnline = "online"

// eposForm tells what a till may do. readers: a gateway lets card readers connect.
func eposForm(c *app.Caller, readers bool) eposJSON {
	online := balanceOnline
	return eposJSON{
		Enabled: c.Holds(app.Sell), CardTerminalEnabled: readers,
		BalanceSpendingEnabled: c.Holds(app.PayWallet), BalanceSpendingAuthMode: &online,
		CardSpendingEnabled: c.Holds(app.PayCard), CashSpendingEnabled: c.Holds(app.PayCash),
		ComplimentaryOrdersEnabled: c.Holds(app.Complimentary), AllowGuestOrders: true,
	}
}

func billingForm(b company.Billing) billingJSON {
	return billingJSON{wire.OrNull(b.Name), wire.OrNull(b.Address), wire.OrNull(b.TaxNumber())}
}

func brandingForm(b company.Branding) brandingJSON {
	return brandingJSON{
		PrimaryColor: wire.OrNull(b.PrimaryColor), SecondaryColor: wire.OrNull(b.SecondaryColor),
		GradientBegin: wire.OrNull(b.GradientBegin), GradientEnd: wire.OrNull(b.GradientEnd),
		IconColor: wire.OrNull(b.IconColor), ToolbarLogo: wire.OrNull(b.ToolbarLogo),
		OSSupportURL: wire.OrNull(b.OSSupportURL), IOSSupportURL: wire.OrNull(b.OSSupportURL),
		NFCReaderSupportURL: wire.OrNull(b.NFCReaderSupportURL),
		SplashLogo:          wire.OrNull(b.SplashLogo), SupportURL: wire.OrNull(b.SupportURL),
	}
}
