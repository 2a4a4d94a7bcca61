package cli_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/seating"
	"marquee/indexes"

	"github.com/matryer/is"
)

// largePlan writes the file of a plan with so many seats, fifty in a row.
func largePlan(t *testing.T, seats int) string {
	t.Helper()
	type seat struct {
		Name string  `json:"name"`
		X    float64 `json:"x"`
		Y    float64 `json:"y"`
	}
	type row struct {
		Name  string `json:"name"`
		Band  string `json:"priceBand"`
		Seats []seat `json:"seats"`
	}
	type named struct {
		Name string `json:"name"`
	}
	plan := struct {
		Name  string  `json:"name"`
		Bands []named `json:"priceBands"`
		Rows  []row   `json:"rows"`
	}{Name: "House", Bands: []named{{"A"}}}
	for y := range seats / 50 {
		r := row{Name: fmt.Sprint(y + 1), Band: "A"}
		for x := range 50 {
			r.Seats = append(r.Seats, seat{fmt.Sprint(x + 1), float64(x), float64(y)})
		}
		plan.Rows = append(plan.Rows, r)
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "house.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestKillWhileImportingAPlan kills the import of a large plan at random moments, between one
// that was too early and one that was too late: the store is sound, a plan can be used when it
// is whole and not before, and what is left of the others is removed.
func TestKillWhileImportingAPlan(t *testing.T) {
	t.Parallel()
	const seats, kills = 30_000, 8
	is := is.New(t)
	marquee, dir, file := filepath.Join(binary, "marquee"), t.TempDir(), largePlan(t, seats)
	is.NoErr(exec.Command(marquee, "demo", "--data", dir, "--orders", "5", "--json").Run())
	load := func() *exec.Cmd {
		return exec.Command(marquee, "seating", "import", "--data", dir, "--venue", "1", "--file", file, "--json")
	}
	began := time.Now()
	is.NoErr(load().Run())
	whole := time.Since(began)
	rng := rand.New(rand.NewPCG(*killSeed, 7))
	done, halfway := 1, 0
	from, to := time.Duration(0), whole
	for i := 0; i < kills || halfway == 0 && i < 5*kills; i++ {
		after := from + time.Duration(rng.Int64N(int64(to-from)))
		acknowledged := endOrKill(t, load(), after)
		verifyStore(t, dir)
		ready, building := plansOf(t, dir)
		if acknowledged {
			done++
		}
		is.True(ready >= done) // what was acknowledged stands
		switch {
		case ready > done || acknowledged: // an answer may be lost
			to = after
		case building == halfway:
			from = after
		}
		done, halfway = ready, building
		if to-from < whole/20 { // the machine is faster or slower than it was
			from, to = 0, 2*whole
		}
	}
	// Nobody touches what somebody else may be writing yet, so it is later.
	a, closeStore := openStoreAt(t, dir, func() time.Time { return time.Now().Add(time.Hour) })
	defer closeStore()
	is.NoErr(a.RunJob(t.Context(), seating.FinishPlans))
	owner := &app.Caller{CompanyID: 1, Super: true}
	page, err := seating.List(t.Context(), a, owner, seating.Filter{Limit: 100})
	is.NoErr(err)
	is.Equal(len(page.Rows), done)
	is.NoErr(a.ViewCompany(t.Context(), 1, func(r app.Reader) error {
		pieces, n := 0, 0
		for hit, err := range seating.SpacePieces.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			pieces, n = pieces+1, n+len(hit.Rec.Spaces)
		}
		is.Equal(n, done*seats) // nothing is left lying
		return nil
	}))
	is.True(halfway > 0)
	t.Logf("%d imports killed, %d of them half way; %d plans are whole", kills, halfway, done)
}

// endOrKill runs a command and kills it after a time, unless it came to its good end before.
func endOrKill(t *testing.T, cmd *exec.Cmd, after time.Duration) (ended bool) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	return cmd.Wait() == nil
}

// plansOf counts the plans that can be used, and those that were begun.
func plansOf(t *testing.T, dir string) (ready, building int) {
	t.Helper()
	a, closeStore := openStore(t, dir)
	defer closeStore()
	err := a.ViewCompany(t.Context(), 1, func(r app.Reader) error {
		ready, building = 0, 0
		for hit, err := range seating.Plans.Scan(r, indexes.All[int64]()) {
			if err != nil {
				return err
			}
			if hit.Rec.State == seating.Ready {
				ready++
			} else {
				building++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ready, building
}
