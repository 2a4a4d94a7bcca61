package waitingroom

import "marquee/indexes"

// Tables are those of this area.
func Tables() []indexes.Declared { return []indexes.Declared{lines.Declared} }
