package massrefund

import "marquee/app"

// Begun fires with a run that begins.
var Begun = app.NewHook[*Run]("refund of an event began")

// Ended fires with a run that came to its end, or was stopped, in the transaction that ends
// it.
var Ended = app.NewHook[*Run]("refund of an event ended")
