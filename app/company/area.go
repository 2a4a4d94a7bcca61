package company

import (
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{companies, users, members, roles, tokens, throttles, taxBands, groups, resetRequests, devices}
}
