package company

import (
	"context"
	"crypto/rand" // whoever has some links must not be able to make others
	"time"

	"marquee/app"
)

// linkKeySize is the size of the secret of a company's links, in bytes.
const linkKeySize = 32

// linkKeyEvery is how often companies without a key are looked for. They come from a
// store of an older release and have none until the first round, right after the start.
const linkKeyEvery = time.Hour

// newLinkKey draws the secret of a company's links.
func newLinkKey() []byte {
	key := make([]byte, linkKeySize)
	rand.Read(key)
	return key
}

// drawKeys gives a company of an older release its keys. No migration does it: an upgrade
// that is begun again must end in the same bytes.
func drawKeys(ctx context.Context, w *app.Work) error {
	var has bool
	err := w.View(ctx, func(r app.Reader) error {
		c, err := SettingsOf(r)
		has = err == nil && c.hasKeys()
		return err
	})
	if err != nil || has {
		return err
	}
	link, codes := newLinkKey(), newCodeKeys(w.App.Now())
	return w.Update(ctx, func(tx app.Tx) error {
		c, err := SettingsOf(tx)
		if err != nil || c.hasKeys() {
			return err
		}
		_, err = companies.Update(tx, tx.Company(), func(c *Company) error {
			if len(c.LinkKey) == 0 {
				c.LinkKey = link
			}
			if c.Codes == nil {
				c.Codes = codes
			}
			return nil
		})
		return err
	})
}

func (c *Company) hasKeys() bool { return len(c.LinkKey) > 0 && c.Codes != nil }
