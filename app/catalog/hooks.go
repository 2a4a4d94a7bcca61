package catalog

import "marquee/app"

// EventCreated fires in the transaction that makes an event: every event owns
// an Entry zone from its first moment (domain 22.2).
var EventCreated app.Hook[*Event]

// EventCancelled fires when an event is cancelled (domain 4.3).
var EventCancelled app.Hook[*Event]
