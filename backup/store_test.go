package backup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"marquee/app"
	"marquee/app/areas"
	"marquee/app/company"
	"marquee/app/demo"
	"marquee/kv/bolt"

	"github.com/matryer/is"
)

// business is what the stores of these tests keep.
var business = areas.Definition()

// childWord makes the test binary the child, as check-file does for the program.
const childWord = "be-the-child"

func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == childWord {
		if err := RunChild(context.Background(), business, Depth(os.Args[2]), os.Args[3], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// festival opens a new store with a small festival in it.
func festival(t *testing.T) (path string, e *bolt.Engine, a *app.App) {
	t.Helper()
	is := is.New(t)
	path = filepath.Join(t.TempDir(), "marquee.db")
	e, err := bolt.Open(path, bolt.Options{})
	is.NoErr(err)
	is.NoErr(business.Schema.Ready(t.Context(), e))
	a = app.New(e, business, app.Options{})
	founded, err := company.Found(t.Context(), a, company.Founding{
		Company: company.NewCompany{Name: "Songs", CurrencyCode: "EUR", Timezone: "Europe/Berlin"}, Email: "owner@example.com", OwnerName: "Owner",
	})
	is.NoErr(err)
	owner, err := company.Authenticate(t.Context(), a, founded.Token, nil)
	is.NoErr(err)
	_, err = demo.Load(t.Context(), a, owner, demo.Options{Orders: 20, Seed: 1, Progress: func(string, int, int) {}})
	is.NoErr(err)
	return path, e, a
}

// closed is a festival whose store is closed.
func closed(t *testing.T) string {
	t.Helper()
	path, e, _ := festival(t)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// here is a keeper that checks in the test's own process.
func here(t *testing.T) *Keeper {
	t.Helper()
	k := NewKeeper("test", business, Child{}, func(string, ...any) {})
	k.Check = inspectLoaded
	return k
}

// inspectLoaded is Inspect, but for the space that loads of tests write to.
func inspectLoaded(ctx context.Context, path string, depth Depth, tell func(Finding)) (Report, error) {
	loads := 0
	r, err := Inspect(ctx, business, path, depth, func(f Finding) {
		if f.Check == CheckSchema && f.Where == string(loadSpace) {
			loads++
			return
		}
		tell(f)
	})
	r.Findings -= loads
	return r, err
}
