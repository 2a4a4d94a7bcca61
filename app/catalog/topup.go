package catalog

import (
	"marquee/app"
	"marquee/app/company"
	"marquee/app/locale"
)

// checkTopup looks at what a top-up credits: tokens of the company, a number of them for a
// price that is fixed, or the money that it costs.
func (s *SaleItem) checkTopup(r app.Reader, p *app.Problems, in *SaleItemChange) error {
	const at = "saleItemData."
	if !in.TopupCurrencyID.Given && !in.TopupAmount.Given && in.Prices == nil {
		return nil
	}
	if s.TopupCurrencyID == 0 && s.TopupAmount == 0 {
		return nil
	}
	own, err := company.SettingsOf(r)
	if err != nil {
		return err
	}
	cur, _ := company.CurrencyByID(s.TopupCurrencyID)
	switch {
	case s.Type != CashlessTopup:
		p.Add(at+"topupCurrencyId", "is for top-ups")
	case !cur.IsCustom || !own.Sells(cur.ID):
		p.Add(at+"topupCurrencyId", "is no currency of the company's own")
	case s.TopupAmount < 1 || s.TopupAmount > maxAmount:
		p.Add(at+"topupTokenAmount", "must be between %s and %s", locale.Money{CurrencyID: cur.ID, Minor: 1}, locale.Money{CurrencyID: cur.ID, Minor: maxAmount})
	}
	prices := s.Prices
	if in.Prices != nil {
		prices = *in.Prices
	}
	for _, row := range prices {
		if row.Variable || row.Custom {
			p.Add(at+"topupTokenAmount", "needs a price that is fixed")
			break
		}
	}
	return nil
}
