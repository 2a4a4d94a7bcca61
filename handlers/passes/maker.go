package passes

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"marquee/app"
	"marquee/app/locale"
	"marquee/app/order"
	"marquee/app/paper"
	"marquee/app/pass"
)

// The types of the files.
const (
	OneType  = "application/vnd.apple.pkpass"
	ManyType = "application/vnd.apple.pkpasses"
)

// Maker makes passes.
type Maker struct {
	app     *app.App
	issuers *Issuers
	// service is the address at which phones ask for passes again, empty: they do not.
	service  string
	pictures pictures
}

// NewMaker makes passes with the keys of companies; nil has none. Phones ask for them again
// at a path below the base URL, where that is one of TLS: they talk to nothing else.
func NewMaker(a *app.App, keys *Issuers, baseURL, path string) *Maker {
	if keys == nil {
		keys = &Issuers{}
	}
	pass.Use(a, func(aliases []string) order.Wallets { return keys.Offers(aliases, a.Now()) })
	m := &Maker{app: a, issuers: keys}
	if strings.HasPrefix(baseURL, "https://") {
		m.service = baseURL + path
	}
	return m
}

// errNone: the company makes no passes.
var errNone = &app.Error{Kind: app.NotFound}

// Files is one pass as a file, or several together.
func (m *Maker) Files(ctx context.Context, all []pass.Pass, symbol paper.Kind) (content []byte, kind string, err error) {
	var parts []part
	for i := range all {
		made, err := m.make(ctx, &all[i], symbol)
		if err != nil {
			return nil, "", err
		}
		file, err := made.archive()
		if err != nil {
			return nil, "", err
		}
		parts = append(parts, part{fmt.Sprintf("%d.pkpass", i+1), file})
	}
	if len(parts) == 1 {
		return parts[0].content, OneType, nil
	}
	content, err = zipped(parts)
	return content, ManyType, err
}

// SaveLink is the address at which the phone of somebody with a Google account saves a
// pass; it is made when it is followed, because it holds the ticket. The origin is the
// address of this server, empty where nobody said so.
func (m *Maker) SaveLink(p *pass.Pass, language, origin string, symbol paper.Kind) (string, error) {
	signer := m.issuers.of(p.Company.Aliases()...).google
	if signer == nil {
		return "", errNone
	}
	l := firstOf(p)
	if language != "" {
		l = locale.Of(language)
	}
	link, err := signer.link(p, l, symbol, origin, m.app.Now())
	if err == nil && link == "" {
		err = errNone
	}
	return link, err
}

// made is a pass that is ready to be signed.
type made struct {
	signer   *apple
	passType string
	parts    []part
	manifest []byte
	// tag is another one once anything on the pass is another.
	tag string
}

func (m *Maker) make(ctx context.Context, p *pass.Pass, symbol paper.Kind) (*made, error) {
	signer := m.issuers.of(p.Company.Aliases()...).apple
	if !signer.good(m.app.Now()) {
		return nil, errNone
	}
	parts, err := m.parts(ctx, signer, p, symbol)
	if err != nil {
		return nil, err
	}
	out := &made{signer: signer, passType: signer.passType, parts: parts}
	if out.manifest, err = manifest(parts); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(out.manifest)
	out.tag = `"` + hex.EncodeToString(sum[:16]) + `"`
	return out, nil
}

// parts are the files of a pass but its manifest and signature.
func (m *Maker) parts(ctx context.Context, signer *apple, p *pass.Pass, symbol paper.Kind) ([]part, error) {
	own := textsIn(p, firstOf(p))
	f := signer.form(p, &own, symbol)
	logos := m.pictures.of(ctx, m.app, p.Company.ID, p.Logo, logo)
	if len(logos) > 0 {
		f.LogoText = "" // it stands beside the logo, which says it
	}
	if m.service != "" {
		f.Token, f.Service = p.Token, fmt.Sprintf("%s/%d/%s", m.service, p.Company.ID, symbol)
	}
	form, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	parts, err := icons(paper.Colors(p.Company.Branding.PrimaryColor))
	if err != nil {
		return nil, err
	}
	parts = append(parts, part{"pass.json", form})
	for _, l := range languages {
		other := textsIn(p, l)
		parts = append(parts, part{string(l) + ".lproj/pass.strings", translated(&own, &other)})
	}
	parts = append(parts, m.pictures.of(ctx, m.app, p.Company.ID, p.Picture, strip)...)
	return append(parts, logos...), nil
}
