package resale

import (
	"time"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/company"
	"marquee/app/fee"
	"marquee/app/money"
	"marquee/app/order"
)

// Quote is what one resold item costs, in minor units.
type Quote struct {
	// Price is what the seller asks.
	Price int64
	// Fees are those of every item, ResaleFees those that resold items alone are charged, as
	// far as the buyer pays them.
	Fees, ResaleFees int64
	// Contribution is what of the resale fees the seller pays.
	Contribution int64

	asked int64 // the resale fees, whoever pays them
}

// Total is the price with the fees that every item is charged.
func (q Quote) Total() int64 { return q.Price + q.Fees }

// Display is what the buyer pays.
func (q Quote) Display() int64 { return q.Total() + q.ResaleFees }

// Proceeds are what the seller gets.
func (q Quote) Proceeds() int64 { return q.Price - q.Contribution }

// Share says how much of the resale fees on an item its seller pays at most.
type Share struct {
	Payer Payer
	// SellerPercent of the price, in hundredths of a percent, where fees are split.
	SellerPercent int64
	// Max is the most that the seller is ready to pay; it counts where the seller chooses,
	// and where whoever sells asks for a percentage of the fees.
	Max int64
	// Asked is that percentage, nil where nobody asked.
	Asked *int64
}

// Of is what the seller pays of resale fees on a price: never more than the fees, and
// never all of the price.
func (s Share) Of(price, fees int64) int64 { return max(0, min(s.wants(price, fees), price-1)) }

// wants is what the seller would pay, be it more than the price.
func (s Share) wants(price, fees int64) int64 {
	n := int64(0)
	switch {
	case s.Asked != nil:
		n = min(money.PercentOf(fees, *s.Asked*money.PercentUnit), s.Max)
	case s.Payer == SellerPays:
		n = fees
	case s.Payer == SplitPays:
		n = money.PercentOf(price, s.SellerPercent)
	case s.Payer == SellerChooses:
		n = s.Max
	}
	return min(n, fees)
}

// Spread is what the seller pays of each fee on a price, the first ones first.
func (s Share) Spread(price int64, fees []int64) []int64 {
	sum := int64(0)
	for _, n := range fees {
		sum += n
	}
	left, parts := s.Of(price, sum), make([]int64, len(fees))
	for i, n := range fees {
		parts[i] = min(n, left)
		left -= parts[i]
	}
	return parts
}

// bounds are the least and the most that may be asked, given what the seller paid and what
// the sale item costs now.
func (r *Rules) bounds(paid, live int64) (least, most int64) {
	reference := paid
	switch r.Strategy {
	case PurchasePrice:
		return paid, paid
	case AroundLive:
		reference = live
	}
	least = reference - money.PercentOf(reference, r.Below)
	most = reference + money.PercentOf(reference, r.Above)
	return max(least, 1), min(most, money.MaxAmount)
}

// quoter calculates quotes in one company, as one reader sees its fees.
type quoter struct {
	r     app.Reader
	own   *company.Company
	cache *catalog.Cache
	fees  map[int64][]*fee.Fee // by event
}

func newQuoter(r app.Reader) (*quoter, error) {
	own, err := company.SettingsOf(r)
	return &quoter{r: r, own: own, cache: catalog.NewCache(r), fees: map[int64][]*fee.Fee{}}, err
}

// quote is what an item costs that is sold on at a price, on a channel. Fees of whole
// orders and events are no part of it.
func (q *quoter) quote(it *order.Item, currencyID, price int64, ch catalog.Channel, s Share, at time.Time) (Quote, error) {
	out := Quote{Price: price}
	charges, err := q.charges(it, currencyID, price, ch, at)
	if err != nil {
		return out, err
	}
	var own []fee.Charge
	var amounts []int64
	for _, c := range charges {
		switch {
		case c.Unit < 0 || c.Fee.Absorbed:
		case c.Fee.OnlyOnResale:
			own, amounts = append(own, c), append(amounts, c.Amount)
		default:
			n, err := q.charged(c.Fee, c.Amount)
			if err != nil {
				return out, err
			}
			out.Fees += n
		}
	}
	for i, part := range s.Spread(price, amounts) {
		n, err := q.charged(own[i].Fee, amounts[i]-part)
		if err != nil {
			return out, err
		}
		out.ResaleFees += n
		out.Contribution += part
		out.asked += amounts[i]
	}
	return out, nil
}

func (q *quoter) charges(it *order.Item, currencyID, price int64, ch catalog.Channel, at time.Time) ([]fee.Charge, error) {
	if !q.own.ChargesFees {
		return nil, nil
	}
	known, ok := q.fees[it.EventID]
	if !ok {
		var err error
		if known, err = fee.For(q.r, []int64{it.EventID}); err != nil {
			return nil, err
		}
		q.fees[it.EventID] = known
	}
	return fee.Charges(known, fee.Basket{CurrencyID: currencyID, Channel: ch, Now: at, Units: []fee.Unit{
		{SaleItemID: it.SaleItemID, EventID: it.EventID, Type: it.Type, Base: price, Resold: true},
	}}), nil
}

// charged is what a buyer pays for a fee of an amount, tax included.
func (q *quoter) charged(f *fee.Fee, amount int64) (int64, error) {
	g, err := q.cache.Get(f.SaleItemID)
	if err != nil {
		return 0, err
	}
	band, err := q.cache.Band(g)
	if err != nil {
		return 0, err
	}
	mode := order.TaxModeOf(q.own)
	if band.ByCountry() { // nobody knows yet where the buyer comes from
		mode |= money.TaxOnTop
	}
	return money.ChargeFee(amount, false, band.Rate, mode).Price, nil
}
