package refund

import (
	"marquee/app"
	"marquee/app/resale"
)

// Area is what refunds bring.
func Area() app.Area {
	return app.Area{Effects: []app.Effect{ReturnCall.SettledBy(AskReturn, FinishReturn), resale.ReturnCall.SentBy(ReturnProceeds)}}
}

// Limits of refunds.
const (
	// maxCashoutOrders is how many orders one cash-out asks gateways about.
	maxCashoutOrders = 20
	// accessBatch is how many items of an erased customer one step looks at.
	accessBatch = 20
)
