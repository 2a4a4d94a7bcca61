package system

import (
	"marquee/app"
	"marquee/indexes"
)

// Area is what this area brings.
func Area() app.Area {
	return app.Area{Tables: []indexes.Declared{trials.Declared}}
}
