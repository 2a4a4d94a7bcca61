package company

import (
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{companies.Declared, users.Declared, members.Declared, roles.Declared, tokens.Declared, throttles.Declared, taxBands.Declared, groups.Declared, resetRequests.Declared, devices.Declared}
}
