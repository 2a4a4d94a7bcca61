package company

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/media"
	"marquee/indexes"
	"marquee/kv"
)

// Company is a tenant: it owns events, customers, orders, everything.
type Company struct {
	ID    int64  `msgpack:"i"`
	Name  string `msgpack:"n"`
	Alias string `msgpack:"a"`
	// Known are all aliases that it has had, the first one first; empty while it had but one.
	// They lead to it for ever, and no other company gets them.
	Known []string `msgpack:"ka,omitempty"`
	// CurrencyID is the primary currency; CurrencyIDs are all that it sells in.
	CurrencyID  int64   `msgpack:"c"`
	CurrencyIDs []int64 `msgpack:"cs"`
	// CustomCurrencyIDs are those of its own, which are no money.
	CustomCurrencyIDs []int64 `msgpack:"cc,omitempty"`
	// Timezone is a name of the IANA database; wall-clock rules are kept in it.
	Timezone string `msgpack:"tz"`
	// Locales it writes in; the first is the fallback.
	Locales []string `msgpack:"l"`
	// BasketTimeoutMinutes is how long a basket reserves its stock, 1 to 60.
	BasketTimeoutMinutes int64 `msgpack:"bt"`
	// MaxExtensions is how often a basket can be extended, 1 to 10; 0 is the default.
	MaxExtensions int64 `msgpack:"bx,omitempty"`
	// BasketSizeLimit bounds the lines of a shop basket; the box office is exempt.
	BasketSizeLimit int64 `msgpack:"bs"`
	// RateLimit is how many requests may be made a minute; 0 is no limit.
	RateLimit int64 `msgpack:"rl,omitempty"`
	// SingleEventBaskets refuses a basket of several events.
	SingleEventBaskets bool `msgpack:"sb"`
	// Demo is the payment mode: a demo company moves no real money.
	Demo bool `msgpack:"dm"`
	// OffersDiscounts: there are discount codes that count by themselves, or were. Without
	// them no basket looks for any.
	OffersDiscounts bool `msgpack:"od,omitempty"`
	// ParentID is the company that it is below, 0: none. Leads: it has companies below itself,
	// or had. Without, nobody looks for any.
	ParentID int64 `msgpack:"pi,omitempty"`
	Leads    bool  `msgpack:"ld,omitempty"`
	// ChargesFees: there are fees, or were. Without them no basket looks for any.
	ChargesFees bool `msgpack:"fe,omitempty"`
	// NoApprovals: nobody approves what is sold but guests, whatever items say.
	NoApprovals bool `msgpack:"na,omitempty"`
	// TaxExclusive: tax comes on top of prices. TaxSeparately: base and fees are taxed
	// and rounded by themselves.
	TaxExclusive  bool `msgpack:"te,omitempty"`
	TaxSeparately bool `msgpack:"ts,omitempty"`
	// DecimalComma: CSV files for people have decimal commas, and semicolons between cells.
	DecimalComma bool `msgpack:"dcm,omitempty"`
	// AllIn is which fees are inside the prices that buyers are shown.
	AllIn    AllIn    `msgpack:"aip,omitempty"`
	Branding Branding `msgpack:"br"`
	Billing  Billing  `msgpack:"bl"`
	// Invoicing says whether and how it writes invoices.
	Invoicing Invoicing `msgpack:"inv,omitempty"`
	Shop      Shop      `msgpack:"sh,omitempty"`
	// Changes says what may become of orders that were paid.
	Changes OrderChanges `msgpack:"oc,omitempty"`
	// Images are shown where an event has none of its own.
	Images []media.Image `msgpack:"im,omitempty"`
	// LinkKey is the secret behind the links that open something without a log-in.
	LinkKey []byte `msgpack:"lk,omitempty"`
	// Codes are the keys of the codes on tickets; SignsCodes: the tickets of its events have
	// signed codes, unless an event says otherwise.
	Codes      *CodeKeys `msgpack:"ck,omitempty"`
	SignsCodes bool      `msgpack:"sc,omitempty"`
	// Tickets says when and how buyers get their tickets, unless an event says otherwise.
	Tickets TicketAccess `msgpack:"tk,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

// Branding are the colours (CSS hex) and addresses a staff app dresses in.
type Branding struct {
	PrimaryColor        string `msgpack:"p"`
	SecondaryColor      string `msgpack:"s"`
	GradientBegin       string `msgpack:"gb"`
	GradientEnd         string `msgpack:"ge"`
	IconColor           string `msgpack:"ic"`
	ToolbarLogo         string `msgpack:"tl"`
	SplashLogo          string `msgpack:"sl"`
	SupportURL          string `msgpack:"su"`
	OSSupportURL        string `msgpack:"os"`
	NFCReaderSupportURL string `msgpack:"ns"`
}

// Billing is what stands on a company's receipts; empty where unknown.
type Billing struct {
	Name           string `msgpack:"n"`
	Address        string `msgpack:"a"`
	SalesTaxNumber string `msgpack:"tn,omitempty"`
	// FormerTaxNumber is a tax number that was stored while it could be digits alone.
	FormerTaxNumber *int64 `msgpack:"t"`
}

// TaxNumber is that of the company, empty where unknown.
func (b *Billing) TaxNumber() string {
	if b.SalesTaxNumber == "" && b.FormerTaxNumber != nil {
		return strconv.FormatInt(*b.FormerTaxNumber, 10)
	}
	return b.SalesTaxNumber
}

// BasketExtensions is how often a basket can be given its full time again without a
// change.
func (c *Company) BasketExtensions() int64 { return cmp.Or(c.MaxExtensions, DefaultBasketExtensions) }

// BasketTimeout is how long a basket reserves its stock.
func (c *Company) BasketTimeout() time.Duration {
	return time.Duration(c.BasketTimeoutMinutes) * time.Minute
}

// Location is the company's time zone.
func (c *Company) Location() *time.Location {
	if l, err := time.LoadLocation(c.Timezone); err == nil {
		return l
	}
	return time.UTC
}

// Currency is the company's primary currency.
func (c *Company) Currency() Currency {
	cur, _ := CurrencyByID(c.CurrencyID)
	return cur
}

// Currencies are all that the company sells in, by code; its own ones behind the others.
func (c *Company) Currencies() []Currency {
	all := slices.DeleteFunc(slices.Clone(currencies), func(cur Currency) bool { return !c.Sells(cur.ID) })
	for _, id := range c.CustomCurrencyIDs {
		cur, _ := customByID(id)
		all = append(all, cur)
	}
	return all
}

// Sells tells whether the company sells in a currency.
func (c *Company) Sells(currencyID int64) bool {
	return slices.Contains(c.CurrencyIDs, currencyID) || slices.Contains(c.CustomCurrencyIDs, currencyID)
}

var (
	companyByAlias = indexes.NewUnique("alias", kv.String, (*Company).Aliases)
	companies      = indexes.Define(indexes.Spec[Company]{
		Name: "companies", Version: 1, Global: true, Shared: true,
		Person: indexes.Nobody("how a company sells"),
		ID:     func(c *Company) *int64 { return &c.ID },
		Stamp:  stampCompany,
		Check:  checkCompany,
	}, companyByAlias.Index, companyByParent.Index)
)

func stampCompany(tx indexes.Tx, old, c *Company) {
	c.UpdatedAt = tx.Now()
	if old == nil {
		c.CreatedAt = tx.Now()
	}
}

func checkCompany(c *Company) error {
	if c.Name == "" || c.Alias == "" {
		return errors.New("company: has no name or no alias")
	}
	if !slices.Contains(c.CurrencyIDs, c.CurrencyID) {
		return errors.New("company: does not sell in its primary currency")
	}
	if c.BasketTimeoutMinutes < MinBasketTimeout || c.BasketTimeoutMinutes > MaxBasketTimeout {
		return errors.New("company: basket timeout is out of range")
	}
	if !checkCodeKeys(c.Codes) {
		return errors.New("company: of its keys of codes not just the newest signs")
	}
	return nil
}

// CompanyByID finds a company of the installation.
func CompanyByID(r app.Reader, id int64) (Company, error) {
	c, err := companies.Get(r, id)
	if errors.Is(err, indexes.ErrNotFound) {
		return Company{}, app.Missing("company")
	}
	return c, err
}

// SettingsOf is the company that the snapshot is bound to. Everybody has the same;
// it must not be changed.
func SettingsOf(r app.Reader) (*Company, error) {
	c, err := companies.GetShared(r, r.Company())
	return c, missing(err, "company")
}

// ChargeFees notes that the company charges fees.
func ChargeFees(tx app.Tx) error {
	own, err := SettingsOf(tx)
	if err != nil || own.ChargesFees {
		return err
	}
	_, err = companies.Update(tx, tx.Company(), func(c *Company) error { c.ChargesFees = true; return nil })
	return err
}

// OfferDiscounts notes that the company has discount codes that count by themselves.
func OfferDiscounts(tx app.Tx) error {
	own, err := SettingsOf(tx)
	if err != nil || own.OffersDiscounts {
		return err
	}
	_, err = companies.Update(tx, tx.Company(), func(c *Company) error { c.OffersDiscounts = true; return nil })
	return err
}

// EachCompany calls fn with every company of the installation, by id.
func EachCompany(r app.Reader, fn func(Company) error) error {
	for hit, err := range companies.Scan(r, indexes.All[int64]()) {
		if err != nil {
			return err
		}
		if err := fn(hit.Rec); err != nil {
			return err
		}
	}
	return nil
}

// Settings reads the company of the call.
func Settings(ctx context.Context, a *app.App, c *app.Caller) (Company, error) {
	var out Company
	err := a.View(ctx, c, app.Authenticated, func(r app.Reader) (err error) {
		out, err = CompanyByID(r, r.Company())
		return err
	})
	return out, err
}

// IDs lists the companies of the installation, for background work. It reads no
// record, so that a damaged one is in nobody's way.
func IDs(ctx context.Context, a *app.App) (ids []int64, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		ids = nil
		for e, err := range companyByAlias.Keys(r, indexes.All[string]()) {
			if err != nil {
				return err
			}
			ids = append(ids, e.ID)
		}
		return nil
	})
	slices.Sort(ids)
	return ids, err
}
