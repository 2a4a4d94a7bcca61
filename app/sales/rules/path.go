package rules

import (
	"strconv"
	"strings"
)

// path spells the path of a request field: items.0.id.
func path(list string, i int, name string) string {
	return strings.Join([]string{list, strconv.Itoa(i), name}, ".")
}
