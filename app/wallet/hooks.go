package wallet

import "marquee/app"

// PaidOut fires with a payout that was confirmed, in the transaction that does it.
var PaidOut = app.NewHook[View]("money of a wallet was paid out")
