package cli_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/imports"
	"marquee/app/list"
	"marquee/app/wallet"

	"github.com/matryer/is"
)

var (
	importKills = flag.Int("import.kills", 3, "how often the server is killed while it takes a file in")
	killedRows  = flag.Int("import.rows", 600, "how many rows the file has")
)

// TestImportUnderKills kills the real binary again and again while it takes in a file of
// credits, each of which would count twice if its row were taken in twice: the next server
// goes on where it was, and at the end each wallet has what its row says.
func TestImportUnderKills(t *testing.T) {
	t.Parallel()
	is := is.New(t)
	dir := t.TempDir()
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", dir, "--orders", "1", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	people, credits := "email,name\n", "email,amount,reason\n"
	for i := range *killedRows {
		people += fmt.Sprintf("guest%d@example.com,Guest\n", i)
		credits += fmt.Sprintf("guest%d@example.com,%d.00,moved\n", i, i+1)
	}
	s := startServer(t, dir)
	s.importEnded(t, keys.Token, s.taken(t, keys.Token, "customers", people))
	id := s.taken(t, keys.Token, "wallet-adjustments", credits)
	kills := 0
	for ; kills < *importKills; kills++ {
		at := int64(*killedRows * (kills + 1) / (*importKills + 1))
		if s.rowsOf(t, keys.Token, id, func(n importState) bool { return n.Data.Attributes.Rows.Changed >= at }).over() {
			break // it was faster than the one who looks
		}
		s.kill(t)
		verifyStore(t, dir)
		s = startServer(t, dir)
	}
	s.importEnded(t, keys.Token, id)
	s.kill(t)
	verifyStore(t, dir)
	is.True(kills > 0)
	a, closeStore := openStore(t, dir)
	defer closeStore()
	c := &app.Caller{CompanyID: 1, Super: true}
	n, err := imports.Read(t.Context(), a, c, id)
	is.NoErr(err)
	is.Equal([]int64{n.Changed, n.Created, n.Failed, n.Refused}, []int64{int64(*killedRows), 0, 0, 0})
	sum, rows := credited(t, a, c)
	is.Equal(rows, *killedRows)
	is.Equal(sum, int64(*killedRows*(*killedRows+1)/2*100))
	t.Logf("%d kills while %d rows were taken in", kills, *killedRows)
}

// credited adds up what is in the wallets.
func credited(t *testing.T, a *app.App, c *app.Caller) (sum int64, rows int) {
	t.Helper()
	for {
		page, err := wallet.List(context.Background(), a, c, wallet.Filter{Request: list.Request{Offset: int64(rows), Limit: 100}})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range page.Rows {
			sum += w.Available
		}
		if rows += len(page.Rows); len(page.Rows) == 0 {
			return sum, rows
		}
	}
}

// importState is what a server says of an import.
type importState struct {
	Data struct {
		ID         int64
		Attributes struct {
			State   string
			Problem *string
			Rows    struct{ Changed, Refused int64 }
		}
	}
}

// over tells that the import has come to its end.
func (n importState) over() bool { return strings.HasPrefix(n.Data.Attributes.State, "complete") }

// taken uploads a file, waits until it is checked and approves it.
func (s *server) taken(t *testing.T, token, typ, file string) int64 {
	t.Helper()
	send := func(path, body string) (n importState) {
		status, text, err := post(newClient(), s.base+"/v1"+path, token, body)
		if err != nil || status >= 300 {
			t.Fatalf("%s: %d %s %v", path, status, text, err)
		}
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	id := send("/imports", fmt.Sprintf(`{"type":%q,"name":"file.csv","file":%q}`, typ, base64.StdEncoding.EncodeToString([]byte(file)))).Data.ID
	send("/imports/map", fmt.Sprintf(`{"id":%d}`, id))
	n := s.rowsOf(t, token, id, func(n importState) bool { return n.Data.Attributes.State == "pending-approval" })
	if n.Data.Attributes.Rows.Refused > 0 {
		t.Fatalf("%s: %+v", typ, n)
	}
	send("/imports/approve", fmt.Sprintf(`{"id":%d}`, id))
	return id
}

func (s *server) importEnded(t *testing.T, token string, id int64) {
	t.Helper()
	s.rowsOf(t, token, id, importState.over)
}

// rowsOf looks at an import until it is as it should be, or at its end.
func (s *server) rowsOf(t *testing.T, token string, id int64, enough func(importState) bool) (n importState) {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		answer := get(t, fmt.Sprintf("%s/v1/import?id=%d", s.base, id), token)
		if err := json.Unmarshal([]byte(answer[strings.Index(answer, "{"):strings.LastIndex(answer, "}")+1]), &n); err != nil {
			t.Fatalf("%v: %s", err, answer)
		}
		switch {
		case enough(n) || n.over():
			return n
		case n.Data.Attributes.State == "unexpected-error" || time.Now().After(deadline):
			t.Fatalf("the import does not go on: %s", answer)
		}
	}
}
