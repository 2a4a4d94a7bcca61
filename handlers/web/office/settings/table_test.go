package settings_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/settings"
	"marquee/handlers/web/words"
)

// unavailable are fields that the company has and nobody can set.
var unavailable = []string{"globalTransactions"}

// TestEverySettingIsOnOnePage: each field that an operation takes stands on exactly one page, has a
// label in every language, and the choices that it is offered with are those that are declared.
func TestEverySettingIsOnOnePage(t *testing.T) {
	is := is.New(t)
	api := rest.New(rest.Options{}, handlers.Routes(apptest.New(t).App))
	is.True(settings.Pages() <= 20)
	for op, shown := range settings.Fields() {
		rt := api.Operation(strings.Replace(op, " ", " /", 1))
		for _, f := range rt.Takes() {
			n := len(slices.DeleteFunc(slices.Clone(shown), func(path string) bool { return path != f.Name }))
			want := 1
			if slices.Contains(unavailable, f.Name) {
				want = 0
			}
			if n != want {
				t.Errorf("%s: %s stands on %d pages", op, f.Name, n)
			}
		}
		for _, path := range shown {
			d, ok := rt.FormField(path)
			if !ok {
				t.Errorf("%s declares no field %s", op, path)
			}
			for _, choice := range settings.Choices(path) {
				if !slices.Contains(d.Enum, choice) {
					t.Errorf("%s: %s may not be %s", op, path, choice)
				}
			}
			if len(d.Enum) > 0 && len(settings.Choices(path)) == 0 {
				t.Errorf("%s: there is nothing to choose from for %s", op, path)
			}
			for _, l := range words.Languages {
				if label := "office.f." + path; words.Text(l, label) == label {
					t.Errorf("%s: %s has no label", l, path)
				}
			}
		}
	}
}
