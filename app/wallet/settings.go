package wallet

import (
	"context"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Settings are what a company allows. The zero Settings are the defaults.
type Settings struct {
	// NoSpending: wallets pay for nothing.
	NoSpending bool `msgpack:"s,omitempty"`
	// NoRefunds: staff do not refund to wallets.
	NoRefunds bool `msgpack:"r,omitempty"`
	// NoOnlineCashout: top-ups are not cashed out over gateways.
	NoOnlineCashout bool `msgpack:"o,omitempty"`
	// ExpiryDays is how long top-ups can be cashed out, 0 for ever. It counts for top-ups
	// that are bought from now on.
	ExpiryDays int64 `msgpack:"e,omitempty"`
	// SelfRefunds: buyers may give tickets back themselves, to their wallets.
	SelfRefunds bool `msgpack:"sr,omitempty"`
	// CutoffHours is until when before the event, 0 for no end.
	CutoffHours int64 `msgpack:"ch,omitempty"`
	// KeepProcessingFee and KeepResellerFee: these fees are not given back then.
	KeepProcessingFee bool `msgpack:"kp,omitempty"`
	KeepResellerFee   bool `msgpack:"kr,omitempty"`
}

// settingsKey is the key of the one record of a company.
const settingsKey = 1

var settings = indexes.DefineKeyed(indexes.KeyedSpec[int64, Settings]{
	Name: "wallet_settings", Version: 1,
	Person: indexes.Nobody("how a company sells"),
	Key:    kv.Int,
	KeyOf:  func(*Settings) int64 { return settingsKey },
})

// SettingsOf reads what the company of the reader allows.
func SettingsOf(r app.Reader) (Settings, error) {
	s, _, err := settings.Find(r, settingsKey)
	return s, err
}

// SettingsChange changes settings: nil leaves them.
type SettingsChange struct {
	Spending, Refunds, OnlineCashout, SelfRefunds *bool
	ExpiryDays, CutoffHours                       *int64
	RefundProcessingFee, RefundResellerFee        *bool
}

// ReadSettings reads the settings of the caller's company.
func ReadSettings(ctx context.Context, a *app.App, c *app.Caller) (s Settings, err error) {
	err = a.View(ctx, c, app.ViewWallets, func(r app.Reader) (err error) {
		s, err = SettingsOf(r)
		return err
	})
	return s, err
}

// ChangeSettings changes them.
func ChangeSettings(ctx context.Context, a *app.App, c *app.Caller, in SettingsChange) (s Settings, err error) {
	var p app.Problems
	within(&p, "topupExpiryDays", in.ExpiryDays, maxExpiryDays)
	within(&p, "selfServeCutoffHours", in.CutoffHours, maxCutoffHours)
	if err := p.Err(); err != nil {
		return s, err
	}
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) (err error) {
		s, err = settings.Upsert(tx, settingsKey, func(s *Settings) error {
			in.apply(s)
			return nil
		})
		return err
	})
	return s, err
}

func within(p *app.Problems, field string, n *int64, most int64) {
	if n != nil && (*n < 0 || *n > most) {
		p.Add(field, "must be between %d and %d", 0, most)
	}
}

func (in *SettingsChange) apply(s *Settings) {
	for off, on := range map[*bool]*bool{
		&s.NoSpending: in.Spending, &s.NoRefunds: in.Refunds, &s.NoOnlineCashout: in.OnlineCashout,
		&s.KeepProcessingFee: in.RefundProcessingFee, &s.KeepResellerFee: in.RefundResellerFee,
	} {
		if on != nil {
			*off = !*on
		}
	}
	if in.SelfRefunds != nil {
		s.SelfRefunds = *in.SelfRefunds
	}
	if in.ExpiryDays != nil {
		s.ExpiryDays = *in.ExpiryDays
	}
	if in.CutoffHours != nil {
		s.CutoffHours = *in.CutoffHours
	}
}

// Expiry is until when a top-up that is bought now can be cashed out, nil for ever.
func (s *Settings) Expiry(now time.Time) *time.Time {
	if s.ExpiryDays == 0 {
		return nil
	}
	at := now.AddDate(0, 0, int(s.ExpiryDays))
	return &at
}
