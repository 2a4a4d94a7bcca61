package settings_test

import (
	"testing"

	"marquee/app/areas"
	"marquee/app/audit"
	"marquee/handlers/web/office/settings"
)

// TestWhatTheLogNamesHasWords: each table that an entry of the log may name, and each of its fields,
// is called by people in words of every language.
func TestWhatTheLogNamesHasWords(t *testing.T) {
	for _, table := range areas.Definition().Schema.Tables() {
		if table.Unaudited != "" {
			continue
		}
		for _, missing := range settings.Unnamed(table.Name, append(audit.FieldNames(table.Record), "note")) {
			t.Errorf("no words: %s", missing)
		}
	}
}
