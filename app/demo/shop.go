package demo

import (
	"fmt"

	"marquee/app"
	"marquee/app/company"
)

// shop opens the pages on which buyers meet the festival.
func (l *loader) shop() error {
	yes := true
	given := app.Is[string]
	_, err := company.ChangeSettings(l.ctx, l.app, l.caller, company.SettingsChange{
		Branding: company.BrandingChange{PrimaryColor: given("#F2A33A")},
		Shop: company.ShopChange{
			Open: &yes, ShowLeft: &yes, Title: given("Evenings by the water"),
			Intro: given("Concerts, readings and one big festival at the lake."), Email: given("tickets@example.org"),
		},
	})
	if err != nil {
		return fmt.Errorf("demo: shop: %w", err)
	}
	return nil
}
