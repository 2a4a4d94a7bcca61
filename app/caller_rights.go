package app

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Rights is a digest of what a caller may do and see. What was made for somebody with certain
// rights is shown again to the same rights alone.
func (c *Caller) Rights() string {
	held := struct {
		Super, Installation bool
		Abilities           []Ability
		Scoped              map[Ability]Scope
		Groups              []int64
	}{Super: c.Super, Installation: c.Installation, Scoped: c.Scoped}
	for a, has := range c.Abilities {
		if has {
			held.Abilities = append(held.Abilities, a)
		}
	}
	slices.Sort(held.Abilities)
	if c.Sight != nil {
		held.Groups = append(held.Groups, c.Sight.Groups...)
		slices.Sort(held.Groups)
	}
	text, _ := json.Marshal(held) // plain fields: it cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}
