package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Rights is a digest of what a caller may do and see. What was made for somebody with certain
// rights is shown again to the same rights alone.
func (c *Caller) Rights() string {
	var held []string
	for a, has := range c.Abilities {
		if has {
			held = append(held, string(a))
		}
	}
	for a, scope := range c.Scoped {
		held = append(held, fmt.Sprintf("%s %+v", a, scope))
	}
	if c.Visibility != nil {
		for _, g := range c.Visibility.Groups {
			held = append(held, fmt.Sprint("group ", g))
		}
	}
	slices.Sort(held)
	sum := sha256.Sum256(fmt.Appendf(nil, "%t %t %s", c.Super, c.Installation, strings.Join(held, "\n")))
	return hex.EncodeToString(sum[:16])
}
