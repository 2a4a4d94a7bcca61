package customer

import "marquee/app"

// Changed fires when a customer's own data was edited: gate lists and orders
// show it.
var Changed = app.NewHook[*Customer]("customer changed")
