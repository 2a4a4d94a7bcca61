package rules

import (
	"marquee/app"
	"marquee/app/catalog"
)

func Alone(g, with *catalog.Goods) app.Message {
	return app.Msg("%s can only be bought together with %s.", g.Item.Name, with.Item.Name)
}
