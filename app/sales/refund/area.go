package refund

import (
	"marquee/app"
	"marquee/app/resale"
)

// Area is what refunds bring.
func Area() app.Area {
	return app.Area{Effects: []app.Effect{ReturnCall.SettledBy(AskReturn, FinishReturn), resale.ReturnCall.SentBy(ReturnProceeds)}}
}
