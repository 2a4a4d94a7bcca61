package order

import (
	"context"

	"marquee/app"
	"marquee/app/catalog"
	"marquee/app/money"
	"marquee/app/resale"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type resaleSettingsIn struct {
	EventID    *rest.ID `query:"eventId" blank:"true"`
	SaleItemID *rest.ID `query:"saleItemId" blank:"true"`
}

type setResaleSettingsIn struct {
	EventID    *rest.ID `json:"eventId" min:"1" doc:"For one event."`
	SaleItemID *rest.ID `json:"saleItemId" min:"1" doc:"For one sale item."`

	Enabled        rest.Opt[rest.Flag]  `json:"enabled"`
	Strategy       rest.Opt[strategyIn] `json:"priceStrategy"`
	BelowPercent   rest.Opt[float64]    `json:"belowPercent" min:"0" max:"100" doc:"How far below the reference price sellers may go."`
	AbovePercent   rest.Opt[float64]    `json:"abovePercent" min:"0" max:"1000" doc:"How far above."`
	ListingOpens   rest.Opt[int64]      `json:"listingOpensHours" min:"0" max:"8760" doc:"So many hours before the event starts tickets can be listed."`
	PurchaseOpens  rest.Opt[int64]      `json:"purchaseOpensHours" min:"0" max:"8760" doc:"So many hours before it they can be bought."`
	PurchaseCloses rest.Opt[int64]      `json:"purchaseClosesHours" min:"0" max:"8760" doc:"So many hours before it they cannot be bought any more."`
	Payout         rest.Opt[payoutIn]   `json:"payout"`
	SalesChannels  rest.Opt[[]string]   `json:"salesChannels" enum:"online,box_office" doc:"Where listings can be bought; the API is the box office."`
	FeePayer       rest.Opt[payerIn]    `json:"feePayer" doc:"Who pays the fees that are charged on resale alone."`
	SellerPercent  rest.Opt[float64]    `json:"sellerPercent" min:"0" max:"100" doc:"What of the price the seller pays towards them, where they are split."`
	Inherit        *[]inheritIn         `json:"inherit" doc:"The fields of which the level above says what counts, whatever else is said of them. Where it is given, all others have what is set, or else what counts now."`
}

// inheritIn is a field that the level above says.
type inheritIn string

// Values lists them.
func (inheritIn) Values() []string { return resale.Fields }

type strategyIn string

func (strategyIn) Values() []string { return names(resale.Strategies) }

type payoutIn string

func (payoutIn) Values() []string { return names(resale.Payouts) }

type payerIn string

func (payerIn) Values() []string { return names(resale.Payers) }

func names[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, one := range all {
		out[i] = string(one)
	}
	return out
}

type resaleSettingsJSON struct {
	EventID    *int64          `json:"eventId"`
	SaleItemID *int64          `json:"saleItemId"`
	Own        resaleOwnJSON   `json:"own" doc:"What is set here; null is what the level above says."`
	Rules      resaleRulesJSON `json:"rules" doc:"What counts."`
}

type resaleOwnJSON struct {
	Enabled        *bool       `json:"enabled"`
	Strategy       *strategyIn `json:"priceStrategy"`
	BelowPercent   *float64    `json:"belowPercent"`
	AbovePercent   *float64    `json:"abovePercent"`
	ListingOpens   *int64      `json:"listingOpensHours"`
	PurchaseOpens  *int64      `json:"purchaseOpensHours"`
	PurchaseCloses *int64      `json:"purchaseClosesHours"`
	Payout         *payoutIn   `json:"payout"`
	SalesChannels  *[]string   `json:"salesChannels" enum:"online,box_office"`
	FeePayer       *payerIn    `json:"feePayer"`
	SellerPercent  *float64    `json:"sellerPercent"`
}

type resaleRulesJSON struct {
	Enabled        bool       `json:"enabled"`
	Strategy       strategyIn `json:"priceStrategy"`
	BelowPercent   float64    `json:"belowPercent"`
	AbovePercent   float64    `json:"abovePercent"`
	ListingOpens   *int64     `json:"listingOpensHours" doc:"Null: from the first moment on."`
	PurchaseOpens  *int64     `json:"purchaseOpensHours"`
	PurchaseCloses int64      `json:"purchaseClosesHours"`
	Payout         payoutIn   `json:"payout"`
	SalesChannels  []string   `json:"salesChannels" enum:"online,box_office"`
	FeePayer       payerIn    `json:"feePayer"`
	SellerPercent  float64    `json:"sellerPercent"`
}

func resaleSettings(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/resale-settings", Summary: "Read how tickets are sold on", Tag: "Resale", Allow: app.EditCompany,
			Doc: "Of the company, of an event, or of a sale item.",
		}, func(ctx context.Context, c *app.Caller, in resaleSettingsIn) (resaleSettingsJSON, error) {
			of := resale.Scope{EventID: int64(wire.Value(in.EventID)), SaleItemID: int64(wire.Value(in.SaleItemID))}
			s, rules, err := resale.ReadSettings(ctx, a, c, of)
			return resaleSettingsForm(of, &s, &rules), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/resale-settings", Summary: "Set how tickets are sold on", Tag: "Resale", Allow: app.EditCompany,
			Doc: "What is absent stays as it is; null is what the level above says: the event above its sale items, the company above its events. What is listed stays listed, at its price.",
		}, func(ctx context.Context, c *app.Caller, in setResaleSettingsIn) (out resaleSettingsJSON, err error) {
			change, err := in.change()
			if err != nil {
				return out, err
			}
			s, rules, err := resale.SetSettings(ctx, a, c, change)
			return resaleSettingsForm(change.Scope, &s, &rules), err
		}),
	}
}

func (in *setResaleSettingsIn) change() (ch resale.Change, err error) {
	ch = resale.Change{
		Scope:        resale.Scope{EventID: int64(wire.Value(in.EventID)), SaleItemID: int64(wire.Value(in.SaleItemID))},
		Enabled:      app.Maybe[bool]{Given: in.Enabled.Set, Value: (*bool)(in.Enabled.Ptr())},
		Strategy:     textAs[resale.Strategy](in.Strategy),
		ListingOpens: wire.Maybe(in.ListingOpens), PurchaseOpens: wire.Maybe(in.PurchaseOpens), PurchaseCloses: wire.Maybe(in.PurchaseCloses),
		Payout: textAs[resale.Payout](in.Payout), Payer: textAs[resale.Payer](in.FeePayer),
	}
	if in.Inherit != nil {
		ch.Inherit = new(names(*in.Inherit))
	}
	ch.On.Given = in.SalesChannels.Set
	if on := in.SalesChannels.Ptr(); on != nil {
		ch.On.Value = &resale.Channels{}
		for _, name := range *on {
			ch.On.Value.Online = ch.On.Value.Online || name == catalog.ChannelOnline
			ch.On.Value.Office = ch.On.Value.Office || name == catalog.ChannelBoxOffice
		}
	}
	for _, p := range []struct {
		name string
		in   rest.Opt[float64]
		out  *app.Maybe[int64]
	}{{"belowPercent", in.BelowPercent, &ch.Below}, {"abovePercent", in.AbovePercent, &ch.Above}, {"sellerPercent", in.SellerPercent, &ch.SellerPercent}} {
		p.out.Given = p.in.Set
		if p.out.Value, err = wire.Percent(p.in.Ptr(), p.name); err != nil {
			return ch, err
		}
	}
	return ch, nil
}

// textAs is a change of a field, in the words of the business.
func textAs[To, From ~string](o rest.Opt[From]) (m app.Maybe[To]) {
	m.Given = o.Set
	if v := o.Ptr(); v != nil {
		m.Value = new(To(*v))
	}
	return m
}

func resaleSettingsForm(of resale.Scope, s *resale.Settings, r *resale.Rules) resaleSettingsJSON {
	return resaleSettingsJSON{
		EventID: wire.OrNull(of.EventID), SaleItemID: wire.OrNull(of.SaleItemID),
		Own: resaleOwnJSON{
			Enabled: s.Enabled, Strategy: (*strategyIn)(s.Strategy), BelowPercent: percentOrNull(s.Below), AbovePercent: percentOrNull(s.Above),
			ListingOpens: s.ListingOpens, PurchaseOpens: s.PurchaseOpens, PurchaseCloses: s.PurchaseCloses,
			Payout: (*payoutIn)(s.Payout), SalesChannels: channelsOrNull(s.On), FeePayer: (*payerIn)(s.Payer), SellerPercent: percentOrNull(s.SellerPercent),
		},
		Rules: resaleRulesJSON{
			Enabled: r.Enabled, Strategy: strategyIn(r.Strategy), BelowPercent: percentOf(r.Below), AbovePercent: percentOf(r.Above),
			ListingOpens: r.ListingOpens, PurchaseOpens: r.PurchaseOpens, PurchaseCloses: r.PurchaseCloses,
			Payout: payoutIn(r.Payout), SalesChannels: *channelsOrNull(&r.On), FeePayer: payerIn(r.Payer), SellerPercent: percentOf(r.SellerPercent),
		},
	}
}

func percentOf(n int64) float64 { return float64(n) / money.PercentUnit }

func percentOrNull(n *int64) *float64 {
	if n == nil {
		return nil
	}
	return new(percentOf(*n))
}

func channelsOrNull(c *resale.Channels) *[]string {
	if c == nil {
		return nil
	}
	all := []string{}
	if c.Online {
		all = append(all, catalog.ChannelOnline)
	}
	if c.Office {
		all = append(all, catalog.ChannelBoxOffice)
	}
	return &all
}
