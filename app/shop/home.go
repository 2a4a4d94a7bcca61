package shop

import (
	"context"
	"errors"
	"slices"

	"marquee/app"
	"marquee/app/company"
)

// errEnough ends a walk over companies.
var errEnough = errors.New("enough companies")

// ReadFaces reads the companies that strangers meet who know nothing but the address of the
// server: all, but for those whose events stand in the shop of the one above them. What they
// point to must not be changed.
func ReadFaces(ctx context.Context, a *app.App) (all []company.Company, err error) {
	err = a.ViewCompany(ctx, 0, func(r app.Reader) error {
		all = nil
		err := company.EachCompany(r, func(c company.Company) error {
			if all = append(all, c); len(all) == maxFaces {
				return errEnough
			}
			return nil
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		return err
	})
	return faces(all), err
}

// faces leaves out whose events stand in the open shop of the company above them.
func faces(all []company.Company) []company.Company {
	return slices.DeleteFunc(slices.Clone(all), func(c company.Company) bool {
		return c.ParentID != 0 && slices.ContainsFunc(all, func(above company.Company) bool {
			return above.ID == c.ParentID && above.Shop.Open && above.Demo == c.Demo
		})
	})
}

// OpenShop finds a company by its id, if its shop is open. What it points to must not be changed.
func OpenShop(ctx context.Context, a *app.App, id int64) (own *company.Company, err error) {
	err = a.ViewCompany(ctx, id, func(r app.Reader) error {
		if own, err = company.SettingsOf(r); err == nil && !own.Shop.Open {
			err = app.Missing("company")
		}
		return err
	})
	return own, err
}
