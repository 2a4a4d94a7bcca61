package cli_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"marquee/backup/journal"
	"marquee/kv/kvtest/powerloss"
	"marquee/kv/kvtest/trace"

	"github.com/matryer/is"
)

const (
	buyers = 4
	buys   = 15 // of each
)

// till sells on a server until it has sold enough or the server is gone.
type till struct {
	base, token string
	mu          sync.Mutex
	sold        map[string]int64 // the order that the answer to a request was about
	refused     int
	during      func() // runs beside the selling; may be nil
}

func (l *till) sell() {
	var wg sync.WaitGroup
	for range buyers {
		wg.Go(func() {
			client := newClient()
			defer client.CloseIdleConnections()
			for range buys {
				if !l.one(client) {
					return
				}
			}
		})
	}
	wg.Wait()
}

// one sells one ticket and notes the order; false when the server is gone.
func (l *till) one(client *http.Client) bool {
	body := fmt.Sprintf(`{"uuid":%q,"items":[{"id":1,"quantity":1}],"autocomplete":true,"paymentMethod":"cash"}`, rand.Text())
	r, err := http.NewRequest(http.MethodPost, l.base+"/v1/basket-items", strings.NewReader(body))
	if err != nil {
		return false
	}
	r.Header.Set("Authorization", "Bearer "+l.token)
	r.Header.Set("Content-Type", "application/json")
	res, err := client.Do(r)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		return false
	}
	var order struct{ ID int64 }
	l.mu.Lock()
	defer l.mu.Unlock()
	if res.StatusCode >= 300 || json.Unmarshal(b, &order) != nil || order.ID == 0 {
		l.refused++
		return res.StatusCode < 500
	}
	l.sold[res.Header.Get("X-Request-Id")] = order.ID
	return true
}

// shop makes a demo store and the command that serves it.
func shop(t *testing.T, dir string) (command []string, l *till) {
	t.Helper()
	is := is.New(t)
	made, err := exec.Command(filepath.Join(binary, "marquee"), "demo", "--data", data(dir), "--orders", "2", "--json").Output()
	is.NoErr(err)
	var keys struct{ Token string }
	is.NoErr(json.Unmarshal(made, &keys))
	is.NoErr(os.WriteFile(filepath.Join(data(dir), "ballast"), nil, 0o600))
	is.NoErr(os.Truncate(filepath.Join(data(dir), "ballast"), 64<<20)) // there already, so that it is not written
	address := freeAddress(t)
	return serveCommand(dir, address), &till{base: "http://" + address, token: keys.Token, sold: map[string]int64{}}
}

func serveCommand(dir, address string) []string {
	return []string{filepath.Join(binary, "marquee"), "serve", "--data", data(dir), "--listen", address, "--log-level", "error", "--backup-schedule", "off"}
}

// serving sells as soon as the server answers, and then ends it.
func (l *till) serving(p *os.Process) {
	for end := time.Now().Add(serverTimeout); time.Now().Before(end) && !answers(l.base+"/readyz"); time.Sleep(time.Millisecond) {
		if p.Signal(syscall.Signal(0)) != nil {
			return
		}
	}
	var wg sync.WaitGroup
	if l.during != nil {
		wg.Go(l.during)
	}
	l.sell()
	wg.Wait()
	for end := time.Now().Add(serverTimeout); len(l.sold) < buyers*buys && time.Now().Before(end); time.Sleep(time.Millisecond) {
		if p.Signal(syscall.Signal(0)) != nil {
			return // it ended by itself, with a code that a signal would hide
		}
	}
	_ = p.Signal(syscall.SIGTERM)
}

// acked are the orders that the server had answered before an event.
func (l *till) acked(events []trace.Event) (orders []int64) {
	for _, e := range events {
		if e.Kind != trace.Ack {
			continue
		}
		_, rest, _ := strings.Cut(string(e.Data), "X-Request-Id: ")
		id, _, _ := strings.Cut(rest, "\r")
		if order, ok := l.sold[id]; ok {
			orders = append(orders, order)
		}
	}
	return orders
}

// TestPowerCutsWhileServing cuts the power of a server that sells to several
// buyers at once: every answer that had left holds, and with the backup and the
// journal alone every one that was synced there.
func TestPowerCutsWhileServing(t *testing.T) {
	t.Parallel()
	t.Run("and nothing else", func(t *testing.T) {
		cutServing(t, func(l *till, p *os.Process, _ string) error { l.serving(p); return nil })
	})
	t.Run("and compacting", func(t *testing.T) {
		cutServing(t, func(l *till, p *os.Process, dir string) error {
			var out []byte
			var err error
			l.during = func() {
				out, err = exec.Command(filepath.Join(binary, "marquee"), "compact", "--data", data(dir)).CombinedOutput()
			}
			l.serving(p)
			if err != nil {
				return fmt.Errorf("compact: %w: %s", err, out)
			}
			return nil
		})
	})
}

func cutServing(t *testing.T, serve func(l *till, p *os.Process, dir string) error) {
	t.Helper()
	is := is.New(t)
	dir := memory(t)
	command, l := shop(t, dir)
	based(t, dir, l)
	was := lookCopy(t, dir)
	served := make(chan error, 1)
	log := follow(t, trace.Options{Command: command, Folder: dir, Sockets: true, Started: func(p *os.Process) { served <- serve(l, p, dir) }})
	is.NoErr(<-served)
	is.Equal(log.Code, 0)
	is.Equal(len(l.sold), buyers*buys)
	is.Equal(len(l.acked(log.Events)), buyers*buys)
	var left, rebuilt atomic.Int64
	v := replay(t, log, 2**images, func(i powerloss.Image, dir, said string) error {
		var now found
		if err := json.Unmarshal([]byte(said), &now); err != nil {
			return err
		}
		if err := l.kept(l.acked(log.Events[:i.Point]), was, now); err != nil || left.Add(1)%again != 0 {
			return err
		}
		rebuilt.Add(1)
		return fromJournal(dir, l.acked(log.Events[:inJournal(i)]))
	})
	if fellBehind(log.Events) {
		t.Log("the journal fell behind: of what it held nothing was asked")
	}
	t.Logf("%d sales, %d events, %d images, %d bad, %d made anew from journal and backup", len(l.sold), len(log.Events)-log.First, v.Images, len(v.Bad), rebuilt.Load())
}

// kept wants every order that was answered, and at most one more of each buyer.
func (l *till) kept(acked []int64, was, now found) error {
	for _, order := range acked {
		if !slices.Contains(now.Orders, order) {
			return fmt.Errorf("order %d was answered and is not there", order)
		}
	}
	if more := len(now.Orders) - len(was.Orders) - len(acked); more > buyers {
		return fmt.Errorf("%d orders that nobody was told of", more)
	}
	return nil
}

// based serves once, so that there is a journal with a backup as its base.
func based(t *testing.T, dir string, l *till) {
	t.Helper()
	command, other := l.on(t, dir)
	server := exec.Command(command[0], command[1:]...)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(serverTimeout); time.Now().Before(end) && !answers(other.base+"/readyz"); {
		time.Sleep(time.Millisecond)
	}
	run(t, "backup", "--data", data(dir))
	if err := errors.Join(server.Process.Signal(syscall.SIGTERM), server.Wait()); err != nil {
		t.Fatal(err)
	}
}

// inJournal is the index of an event before which everything that was answered is
// safe in the journal: where the last sync of a segment began whose name is safe too.
func inJournal(i powerloss.Image) int {
	if fellBehind(i.Log.Events) {
		return 0
	}
	made, synced, named := map[int]int{}, map[int]int{}, map[int]bool{}
	for n, e := range i.Log.Events[:i.Point] {
		switch {
		case e.Kind == trace.Create && journal.IsSegment(filepath.Base(e.Path)):
			made[e.File] = n
		case e.Kind == trace.Sync:
			synced[e.File] = max(synced[e.File], e.Begin)
		case e.Kind == trace.SyncFolder && filepath.Base(e.Path) == "journal":
			for file, at := range made {
				named[file] = named[file] || at < e.Begin
			}
		}
	}
	safe := 0
	for file := range named {
		if named[file] {
			safe = max(safe, synced[file])
		}
	}
	return safe
}

// fellBehind tells that the disk of the journal was too slow for a commit, which then
// went on without it: another generation begins, and nothing is promised before it
// has a base.
func fellBehind(events []trace.Event) bool {
	generations := map[string]bool{}
	for _, e := range events {
		if e.Kind == trace.Create && journal.IsSegment(filepath.Base(e.Path)) {
			generation, _, _ := strings.Cut(filepath.Base(e.Path), "-")
			generations[generation] = true
		}
	}
	return len(generations) > 1
}

// wholeUpTo is what restore says about a hole in what was not synced.
var wholeUpTo = regexp.MustCompile(`It is whole up to \S+: restore --as-of (\S+) brings`)

// fromJournal is the worst day: the power is gone and so is the file of the store.
// The backup and the journal make another one, with every order of these.
func fromJournal(dir string, orders []int64) error {
	path := filepath.Join(data(dir), "marquee.db")
	if err := os.Remove(path); err != nil {
		return err
	}
	words := []string{"restore", filepath.Join(data(dir), "backups"), "--data", data(dir), "--journal", filepath.Join(data(dir), "journal")}
	out, err := exec.Command(filepath.Join(binary, "marquee"), words...).CombinedOutput()
	if hole := wholeUpTo.FindSubmatch(out); err != nil && hole != nil {
		out, err = exec.Command(filepath.Join(binary, "marquee"), append(words, "--as-of", string(hole[1]))...).CombinedOutput()
	}
	if err != nil {
		return fmt.Errorf("restore from journal and backup: %w: %s", err, out)
	}
	there, err := completeOrders(path)
	for _, order := range orders {
		if err == nil && !slices.Contains(there, order) {
			err = fmt.Errorf("order %d was synced in the journal and is not in what comes of it", order)
		}
	}
	return err
}
