package company

import (
	"context"
	"slices"

	"marquee/app"
)

// ListCodeKeys lists the keys whose codes are believed, for those who scan: the public
// halves, oldest first.
func ListCodeKeys(ctx context.Context, a *app.App, c *app.Caller) (keys []CodeKey, err error) {
	err = a.View(ctx, c, app.AnyOf{app.ScanZones, app.EditEvents, app.EditCompany}, func(r app.Reader) error {
		own, err := SettingsOf(r)
		if err == nil {
			keys = own.CodeKeys()
		}
		return err
	})
	return keys, err
}

// RotateCodeKey draws a key that signs from now on. Tickets that the one before signed stay
// good.
func RotateCodeKey(ctx context.Context, a *app.App, c *app.Caller) ([]CodeKey, error) {
	fresh := newCodeKey(0, a.Now())
	return changeCodeKeys(ctx, a, c, func(k *CodeKeys) error {
		if len(k.Keys) >= MaxCodeKeys {
			return app.Refuse(app.Invalid, "There are %d keys already. End those that no ticket needs any more.", len(k.Keys))
		}
		last := &k.Keys[len(k.Keys)-1]
		next := fresh
		next.ID, last.Seed = last.ID+1, nil
		k.Keys = append(k.Keys, next)
		return nil
	})
}

// RotateCodeSecret draws the secret that rotating codes follow from anew: a phone with the
// list of an event was lost, and whoever has it could make the codes of its tickets. Guests
// who open their order have good codes at once, devices after their next list.
func RotateCodeSecret(ctx context.Context, a *app.App, c *app.Caller) error {
	fresh := newCodeSecret()
	_, err := changeCodeKeysAnd(ctx, a, c, func(k *CodeKeys) error {
		k.Secret = fresh
		return nil
	}, func(tx app.Tx, own *Company) error {
		app.Note(tx, "companies", own.ID, "drew the secret of rotating codes anew")
		return ports(tx).CodeSecretChanged(tx, own)
	})
	return err
}

// EndCodeKey ends a key: what it signed is believed no more. The newest one, which signs,
// has to be followed by another first.
func EndCodeKey(ctx context.Context, a *app.App, c *app.Caller, id int64) ([]CodeKey, error) {
	return changeCodeKeys(ctx, a, c, func(k *CodeKeys) error {
		at := slices.IndexFunc(k.Keys, func(k CodeKey) bool { return k.ID == id })
		switch {
		case at < 0:
			return app.Missing("key")
		case at == len(k.Keys)-1:
			return app.Field("id", "is the key that signs")
		}
		k.Keys = slices.Delete(k.Keys, at, at+1)
		return nil
	})
}

func changeCodeKeys(ctx context.Context, a *app.App, c *app.Caller, change func(*CodeKeys) error) (keys []CodeKey, err error) {
	return changeCodeKeysAnd(ctx, a, c, change, func(app.Tx, *Company) error { return nil })
}

func changeCodeKeysAnd(ctx context.Context, a *app.App, c *app.Caller, change func(*CodeKeys) error, then func(app.Tx, *Company) error) (keys []CodeKey, err error) {
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		own, err := companies.Update(tx, c.CompanyID, func(co *Company) error {
			if co.Codes == nil {
				return noCodeKeys()
			}
			co.Codes = co.Codes.clone()
			return change(co.Codes)
		})
		if keys = own.CodeKeys(); err != nil {
			return missing(err, "company")
		}
		return then(tx, &own)
	})
	return keys, err
}
