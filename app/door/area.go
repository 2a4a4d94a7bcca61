package door

import "marquee/indexes"

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{links.Declared, devices.Declared, paces.Declared, leases.Declared}
}
