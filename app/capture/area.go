package capture

import (
	"marquee/app"
	"marquee/indexes"
)

// Tables are those of this area.
func Tables() []indexes.Declared {
	return []indexes.Declared{Questions.Declared, Fields.Declared, Responses.Declared}
}

// Invariants are what this area promises at every moment.
func Invariants() []app.Invariant {
	return []app.Invariant{
		{Name: "answers belong to what is there", Check: checkResponses},
	}
}
