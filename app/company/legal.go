package company

import (
	"context"
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// LegalKind is a page that the law, or what buyers expect of a shop, wants of a company.
type LegalKind string

// The legal pages, in the order in which pages link to them.
const (
	Terms         LegalKind = "terms"
	Privacy       LegalKind = "privacy"
	Imprint       LegalKind = "imprint"
	Accessibility LegalKind = "accessibility"
	Cancellation  LegalKind = "cancellation"
)

// LegalKinds are all of them.
var LegalKinds = []LegalKind{Terms, Privacy, Imprint, Accessibility, Cancellation}

// MaxLegal is how many characters a legal page may have.
const MaxLegal = 50_000

// LegalText is a legal page of a company.
type LegalText struct {
	ID        int64     `msgpack:"i"`
	Kind      LegalKind `msgpack:"k"`
	Text      string    `msgpack:"t"`
	UpdatedAt time.Time `msgpack:"ua"`
}

var (
	legalByKind = indexes.NewUnique("kind", kv.String, func(t *LegalText) []string { return []string{string(t.Kind)} })
	legalTexts  = indexes.Define(indexes.Spec[LegalText]{
		Name: "legal_texts", Version: 1,
		Person: indexes.Nobody("how a company sells"),
		ID:     func(t *LegalText) *int64 { return &t.ID },
		Stamp:  func(tx indexes.Tx, _, t *LegalText) { t.UpdatedAt = tx.Now() },
		Check: func(t *LegalText) error {
			if !slices.Contains(LegalKinds, t.Kind) || t.Text == "" {
				return errors.New("legal text: has no kind or no text")
			}
			return nil
		},
	}, legalByKind.Index)
)

// LegalChange sets legal pages; what is not given stays, and null takes a page away.
type LegalChange map[LegalKind]app.Maybe[string]

// ReadLegal reads the legal pages of the caller's company for those who may change them.
func ReadLegal(ctx context.Context, a *app.App, c *app.Caller) (all map[LegalKind]string, err error) {
	err = a.View(ctx, c, app.EditCompany, func(r app.Reader) error {
		all, err = allLegal(r)
		return err
	})
	return all, err
}

func allLegal(r app.Reader) (map[LegalKind]string, error) {
	all := map[LegalKind]string{}
	for _, kind := range LegalKinds {
		t, ok, err := legalByKind.Find(r, string(kind))
		if err != nil {
			return nil, err
		}
		if ok {
			all[kind] = t.Text
		}
	}
	return all, nil
}

// ChangeLegal sets legal pages of the caller's company, and tells them all.
func ChangeLegal(ctx context.Context, a *app.App, c *app.Caller, in LegalChange) (all map[LegalKind]string, err error) {
	var p app.Problems
	for _, kind := range LegalKinds {
		checkPrinted(&p, string(kind), in[kind], MaxLegal)
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	err = a.Update(ctx, c, app.EditCompany, func(tx app.Tx) error {
		changed(a, tx)
		for _, kind := range LegalKinds {
			if err := setLegal(tx, kind, in[kind]); err != nil {
				return err
			}
		}
		if all, err = allLegal(tx); err != nil {
			return err
		}
		_, err := companies.Update(tx, c.CompanyID, func(co *Company) error {
			co.Shop.Legal = nil
			for _, kind := range LegalKinds {
				if all[kind] != "" {
					co.Shop.Legal = append(co.Shop.Legal, kind)
				}
			}
			return nil
		})
		return err
	})
	return all, err
}

// setLegal writes one page, or takes it away.
func setLegal(tx app.Tx, kind LegalKind, to app.Maybe[string]) error {
	if !to.Given {
		return nil
	}
	t, ok, err := legalByKind.Find(tx, string(kind))
	text := ""
	to.Put(&text)
	switch {
	case err != nil:
		return err
	case app.Blank(text) && ok:
		return legalTexts.Delete(tx, t.ID)
	case app.Blank(text):
		return nil
	case ok:
		_, err = legalTexts.Update(tx, t.ID, func(t *LegalText) error { t.Text = text; return nil })
		return err
	}
	return legalTexts.Insert(tx, &LegalText{Kind: kind, Text: text})
}

// LegalTextOf is a legal page of a company in its snapshot, empty where it has none here.
func LegalTextOf(r app.Reader, c *Company, kind LegalKind) (string, error) {
	if !slices.Contains(c.Shop.Legal, kind) {
		return "", nil
	}
	t, _, err := legalByKind.Find(r, string(kind))
	return t.Text, err
}

// LegalPage reads a legal page for whoever visits the shop.
func LegalPage(ctx context.Context, a *app.App, c *app.Caller, kind LegalKind) (text string, err error) {
	err = a.View(ctx, c, app.Sell, func(r app.Reader) error {
		t, ok, err := legalByKind.Find(r, string(kind))
		if err == nil && !ok {
			err = app.Missing("page")
		}
		text = t.Text
		return err
	})
	return text, err
}
