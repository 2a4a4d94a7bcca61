package cli

import (
	"marquee/handlers/cli/administer"
)

// ReadCommands are the administration commands that only read.
func ReadCommands() (paths []string) {
	for _, ad := range administer.AdminTable() {
		if ad.Reads && !ad.Own {
			paths = append(paths, ad.Path)
		}
	}
	return paths
}
