package extf

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"marquee/app/ledger"
)

// Chart says which account each account of the ledger is.
type Chart struct {
	// Number is that of the chart: "03" or "04", empty for another.
	Number string
	// Kinds are the accounts without a rate of tax, Sales those of sales by rate, and Other
	// that of sales at any other rate.
	Kinds map[ledger.Kind]string
	Sales map[int64]string
	Other string
	// Transit is what passes between accounts.
	Transit string
}

// The rates that have accounts of their own, in the unit of the ledger.
const (
	untaxed  = 0
	reduced  = 70_000
	standard = 190_000
)

// Charts are the presets, by name.
var Charts = map[string]func() Chart{
	"skr03": func() Chart {
		return Chart{
			Number: "03", Transit: "1360", Other: "8200",
			Sales: map[int64]string{untaxed: "8200", reduced: "8300", standard: "8400"},
			Kinds: map[ledger.Kind]string{
				ledger.Wallet: "1730", ledger.Topups: "1730", ledger.Deposits: "1710", ledger.Forfeited: "2700", ledger.Vouchers: "1731",
				ledger.Complimentary: "4630", ledger.Cash: "1000", ledger.Bank: "1200", ledger.Terminal: "1361", ledger.Other: "1590",
				ledger.Gateway: "1362", ledger.Simulated: "1590", ledger.Refunds: "1591", ledger.Payouts: "1732", ledger.PaidOut: "1590",
				ledger.Unexplained: "1590", ledger.Clearing: "1592", ledger.Resale: "1733", ledger.Elsewhere: "1593",
			},
		}
	},
	"skr04": func() Chart {
		return Chart{
			Number: "04", Transit: "1460", Other: "4200",
			Sales: map[int64]string{untaxed: "4200", reduced: "4300", standard: "4400"},
			Kinds: map[ledger.Kind]string{
				ledger.Wallet: "3550", ledger.Topups: "3550", ledger.Deposits: "3250", ledger.Forfeited: "4830", ledger.Vouchers: "3551",
				ledger.Complimentary: "6610", ledger.Cash: "1600", ledger.Bank: "1800", ledger.Terminal: "1461", ledger.Other: "1370",
				ledger.Gateway: "1462", ledger.Simulated: "1370", ledger.Refunds: "1371", ledger.Payouts: "3552", ledger.PaidOut: "1370",
				ledger.Unexplained: "1370", ledger.Clearing: "1372", ledger.Resale: "3553", ledger.Elsewhere: "1373",
			},
		}
	},
}

// Names are the names of the presets.
func Names() []string { return slices.Sorted(maps.Keys(Charts)) }

// Set gives an account of the ledger another number: "cash=1010", "sales:7%=8301",
// "transit=1360".
func (c *Chart) Set(text string) error {
	name, number, ok := strings.Cut(strings.TrimSpace(text), "=")
	if n, err := strconv.ParseInt(number, 10, 64); !ok || err != nil || n < 1 || n > 99_999_999 {
		return fmt.Errorf("%q is no account with its number, such as cash=1000", text)
	}
	if name == "transit" {
		c.Transit = number
		return nil
	}
	if rate, ok := strings.CutPrefix(name, "sales:"); ok {
		percent, err := strconv.ParseFloat(strings.TrimSuffix(rate, "%"), 64)
		if err != nil || percent < 0 || percent > 100 {
			return fmt.Errorf("%q has no rate of tax, such as sales:7%%", text)
		}
		c.Sales[int64(percent*10_000+0.5)] = number
		return nil
	}
	for kind := range c.Kinds {
		if (ledger.Account{Kind: kind}).Name() == name {
			c.Kinds[kind] = number
			return nil
		}
	}
	return fmt.Errorf("%q is no account of the ledger", name)
}

// of is the account of a posting.
func (c *Chart) of(p *ledger.Posting) string {
	if !p.Kind.ByRate() {
		return c.Kinds[p.Kind]
	}
	if number, ok := c.Sales[p.ID]; ok {
		return number
	}
	return c.Other
}
