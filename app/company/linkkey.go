package company

import (
	"crypto/rand" // whoever has some links must not be able to make others

	"marquee/indexes"
)

// newLinkKey draws the secret of a company's links: 256 bits.
func newLinkKey() []byte {
	key := make([]byte, 32)
	rand.Read(key)
	return key
}

// DrawLinkKeys is the migration that gives companies of older stores their key.
func DrawLinkKeys() indexes.Migration {
	return indexes.Migration{Number: 2, Name: "companies have a key for links", Step: indexes.EachRecord(companies, func(c *Company) error {
		if len(c.LinkKey) == 0 {
			c.LinkKey = newLinkKey()
		}
		return nil
	})}
}
