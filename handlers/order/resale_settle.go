package order

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/resale"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type settleIn struct {
	ContractIDs []rest.ID `json:"resaleContractIds" required:"true" maxitems:"20"`
	AutoPayout  rest.Flag `json:"autoPayout" doc:"What was earned is noted as paid out, by hand, at once."`
}

type settledJSON struct {
	Data settledDataJSON `json:"data"`
	Meta settledMetaJSON `json:"meta"`
}

type settledDataJSON struct {
	Type       string                `json:"type"`
	Attributes settledAttributesJSON `json:"attributes"`
}

type settledAttributesJSON struct {
	Summary settledSummaryJSON    `json:"summary"`
	Results []settledContractJSON `json:"results"`
}

type settledSummaryJSON struct {
	Requested int64 `json:"totalRequested"`
	Succeeded int64 `json:"totalSucceeded"`
	Failed    int64 `json:"totalFailed"`
	Confirmed int64 `json:"totalProceedsConfirmed" doc:"Contracts whose proceeds can be spent from now on."`
	Payouts   int64 `json:"totalPayoutsCreated"`
}

type settledContractJSON struct {
	ContractID int64   `json:"resaleContractId"`
	Success    bool    `json:"success"`
	Error      *string `json:"error"`
	Proceeds   int64   `json:"proceedsConfirmed" doc:"Minor units."`
	Payout     int64   `json:"payoutCreated" doc:"Minor units."`
}

type settledMetaJSON struct {
	ProcessedAt time.Time `json:"processedAt"`
}

func settlements(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/resale/settlements", Summary: "Let sellers have what they earned", Tag: "Resale", Proof: true, Allow: app.SettleResale, Weight: app.Medium,
			Doc: "Each contract by itself, and once: what fails is told, and the others are settled. Sent again, it settles nothing twice.",
		}, func(ctx context.Context, c *app.Caller, in settleIn) (out settledJSON, err error) {
			all, err := resale.Settle(ctx, a, c, wire.IDs(in.ContractIDs), bool(in.AutoPayout))
			out.Data.Type, out.Meta.ProcessedAt = "resaleSettlementResults", a.Now()
			out.Data.Attributes.Results = []settledContractJSON{}
			for i := range all {
				out.Data.Attributes.add(c, &all[i])
			}
			return out, err
		}),
	}
}

func (out *settledAttributesJSON) add(c *app.Caller, s *resale.Settled) {
	one := settledContractJSON{ContractID: s.ContractID, Success: s.Refused == nil, Proceeds: s.Proceeds, Payout: s.Payout}
	sum := &out.Summary
	sum.Requested++
	if s.Refused != nil {
		sum.Failed++
		one.Error = new(rest.Translate(c.Locale, *s.Refused))
	} else {
		sum.Succeeded++
		sum.Confirmed++
	}
	if s.Payout > 0 {
		sum.Payouts++
	}
	out.Results = append(out.Results, one)
}
