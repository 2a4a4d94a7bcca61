package door

import "marquee/app"

// FewPhones and FewLinks refuse one more at an event that has so many that live.
func FewPhones(tx app.Tx, event int64, limit int) error { return few(tx, deviceLiving, event, limit) }
func FewLinks(tx app.Tx, event int64, limit int) error  { return few(tx, linkOpen, event, limit) }
