package cli_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/handlers/cli"
)

// readFlags are what each command that only reads is asked. What is not in the store that
// was kept is none of its business: it says so.
var readFlags = map[string][]string{
	"audit export":    {"--company", "1"},
	"audit list":      {"--company", "1"},
	"audit verify":    nil,
	"company list":    nil,
	"event refunds":   {"--event", "1", "--company", "1"},
	"export-person":   {"--customer", "1", "--company", "1"},
	"import-csv list": {"--company", "1"},
	"import-csv show": {"--import", "1", "--company", "1"},
	"invoice files":   {"--company", "1"},
	"invoice list":    {"--company", "1"},
	"ledger balances": {"--company", "1"},
	"ledger batch":    {"--company", "1", "--from", "2027-06-01", "--until", "2027-06-30", "--chart", "skr03", "--adviser", "29098", "--client", "55003"},
	"ledger entries":  {"--company", "1"},
	"ledger show":     {"--order", "1", "--company", "1"},
	"ledger verify":   nil,
	"mail list":       {"--company", "1"},
	"mail show":       {"--id", "1", "--company", "1"},
	"mail suppressed": {"--company", "1"},
	"queue list":      nil,
	"queue show":      {"--id", "1"},
	"payments list":   nil,
	"payments show":   {"--id", "1"},
	"report list":     nil,
	"report runs":     {"--id", "1000", "--company", "1"},
	"report saved":    {"--company", "1"},
	"report show":     {"--id", "1", "--company", "1"},
	"role list":       {"--company", "1"},
	"seating export":  {"--plan", "1", "--company", "1"},
	"token list":      {"--all"},
	"user list":       nil,
	"wallet list":     {"--customer", "1", "--company", "1"},
	"wallet show":     {"--wallet", "1", "--company", "1"},
	"webhooks calls":  {"--company", "1"},
	"webhooks list":   {"--company", "1"},
}

// TestReadsLeaveTheStoreAsItIs runs every command that only reads on a stopped store of this
// program and on one of an older program: it gets its answer, and not a byte changes.
func TestReadsLeaveTheStoreAsItIs(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	old, err := keptStore("../../testdata/stores/schema-4.tar.zst")
	is.NoErr(err)
	older, own := t.TempDir(), t.TempDir()
	is.NoErr(os.WriteFile(filepath.Join(older, "marquee.db"), old, 0o600))
	is.NoErr(exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", own, "--orders", "20").Run())
	for name, dir := range map[string]string{"older": older, "own": own} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			readsLeave(t, dir)
		})
	}
}

func readsLeave(t *testing.T, dir string) {
	before := filesIn(t, dir)
	for _, path := range cli.ReadCommands() {
		flags, known := readFlags[path]
		if !known {
			t.Errorf("readFlags does not say what %s is asked", path)
			continue
		}
		args := append(append(strings.Fields(path), "--data", dir), flags...)
		out, err := exec.Command(filepath.Join(binary, "marquee"), args...).CombinedOutput()
		if err != nil && !strings.Contains(string(out), "marquee: No such ") {
			t.Errorf("marquee %v: %v\n%s", args, err, out)
		}
		if !maps.Equal(before, filesIn(t, dir)) {
			t.Fatalf("marquee %v changed the data folder", args)
		}
	}
}

// filesIn are the files in a folder with what stands in them.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	is := is.New(t)
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	is.NoErr(err)
	for _, e := range entries {
		all[e.Name()] = ""
		if e.Type().IsRegular() {
			content, err := os.ReadFile(filepath.Join(dir, e.Name()))
			is.NoErr(err)
			all[e.Name()] = string(content)
		}
	}
	return all
}
