package orders

import (
	"embed"
	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of orders.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{ordersScreen(o), ordersFileScreen(o), eventOrdersScreen(o), eventOrdersFileScreen(o), orderScreen(o), refundScreen(o), orderItemScreen(o), orderBuyerScreen(o), orderSendScreen(o), orderDateScreen(o), orderJobScreen(o)}
}
