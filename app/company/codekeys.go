package company

import (
	"crypto/ed25519"
	"crypto/rand" // whoever has some codes must not be able to make others
	"slices"
	"time"

	"marquee/app"
	"marquee/app/ticketcode"
	"marquee/app/ticketcode/form"
)

// CodeKeys are what the codes on the tickets of a company are made and checked with.
type CodeKeys struct {
	// Secret is what the secrets of rotating codes follow from.
	Secret []byte `msgpack:"s"`
	// Keys are those of signed codes, the newest last: it signs.
	Keys []CodeKey `msgpack:"k"`
}

// CodeKey signs codes, or did.
type CodeKey struct {
	ID     int64  `msgpack:"i"`
	Public []byte `msgpack:"p"`
	// Seed is the secret half, nil once a newer key signs.
	Seed      []byte    `msgpack:"s,omitempty"`
	CreatedAt time.Time `msgpack:"c"`
}

// codeSecretSize is the size of the secret of rotating codes, in bytes.
const codeSecretSize = 32

// newCodeKeys draws the keys of a company.
func newCodeKeys(now time.Time) *CodeKeys {
	return &CodeKeys{Secret: newCodeSecret(), Keys: []CodeKey{newCodeKey(1, now)}}
}

func newCodeSecret() []byte {
	secret := make([]byte, codeSecretSize)
	rand.Read(secret)
	return secret
}

func newCodeKey(id int64, now time.Time) CodeKey {
	seed := make([]byte, ed25519.SeedSize)
	rand.Read(seed)
	public := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	return CodeKey{ID: id, Public: public, Seed: seed, CreatedAt: now.UTC().Truncate(time.Microsecond)}
}

// SignCode writes a ticket as a code that the newest key signed. It is false for a barcode
// that is none of ours, and while the company has no key.
func (c *Company) SignCode(t ticketcode.Ticket) (string, bool) {
	if c.Codes == nil || len(c.Codes.Keys) == 0 {
		return "", false
	}
	k := &c.Codes.Keys[len(c.Codes.Keys)-1]
	t.KeyID = k.ID
	return ticketcode.Sign(ed25519.NewKeyFromSeed(k.Seed), t)
}

// SignLease writes a lease that the newest key signed. It is false while the company has no
// key.
func (c *Company) SignLease(l form.Lease) (string, bool) {
	if c.Codes == nil || len(c.Codes.Keys) == 0 {
		return "", false
	}
	k := &c.Codes.Keys[len(c.Codes.Keys)-1]
	l.KeyID = k.ID
	return ticketcode.SignLease(ed25519.NewKeyFromSeed(k.Seed), l), true
}

// OpenCode reads a signed code of the company.
func (c *Company) OpenCode(text string) (ticketcode.Ticket, bool) {
	return ticketcode.Open(text, c.publicKey)
}

// OpenLease reads a lease that the company signed.
func (c *Company) OpenLease(text string) (form.Lease, bool) {
	return ticketcode.OpenLease(text, c.publicKey)
}

// publicKey is that of an id, nil for none.
func (c *Company) publicKey(id int64) ed25519.PublicKey {
	for _, k := range c.CodeKeys() {
		if k.ID == id {
			return k.Public
		}
	}
	return nil
}

// CodeKeys are those whose codes are believed, oldest first.
func (c *Company) CodeKeys() []CodeKey {
	if c.Codes == nil {
		return nil
	}
	return c.Codes.Keys
}

// CodeSecret is the secret of the rotating code of the ticket with a barcode, nil while the
// company has none.
func (c *Company) CodeSecret(barcode string) []byte {
	if c.Codes == nil {
		return nil
	}
	return ticketcode.Secret(c.Codes.Secret, barcode)
}

// clone shares nothing that is changed.
func (k *CodeKeys) clone() *CodeKeys {
	return &CodeKeys{Secret: k.Secret, Keys: slices.Clone(k.Keys)}
}

// checkCodeKeys holds that one key signs, and that ids ascend.
func checkCodeKeys(k *CodeKeys) bool {
	if k == nil {
		return true
	}
	for i := range k.Keys {
		newest := i == len(k.Keys)-1
		if newest != (len(k.Keys[i].Seed) > 0) || i > 0 && k.Keys[i].ID <= k.Keys[i-1].ID {
			return false
		}
	}
	return len(k.Secret) == codeSecretSize && len(k.Keys) > 0
}

// noCodeKeys refuses a company of an older release whose keys are about to be drawn.
func noCodeKeys() error {
	return app.Refuse(app.Unavailable, "The keys of codes are being made. Please try again.")
}
