package money

import (
	"embed"

	"marquee/handlers/web/office/screen"
)

//go:embed *.html
var templates embed.FS

// Screens are those of money.
func Screens(o *screen.Pages) []*screen.Screen {
	return []*screen.Screen{
		frontScreen(o), doubtScreen(o), paymentScreen(o), paymentsScreen(o), paymentsFileScreen(o),
		transfersScreen(o), transferScreen(o), refundsScreen(o), refundScreen(o), accountsScreen(o), accountsFileScreen(o), accountScreen(o), resaleScreen(o), vouchersScreen(o), ledgerScreen(o),
	}
}
