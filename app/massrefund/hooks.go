package massrefund

import "marquee/app"

// Ended fires with a run that came to its end, or was stopped, in the transaction that ends
// it.
var Ended = app.NewHook[*Run]("refund of an event ended")
