package cli_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

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
	for end := time.Now().Add(patience); time.Now().Before(end) && !answers(l.base+"/readyz"); time.Sleep(time.Millisecond) {
		if p.Signal(syscall.Signal(0)) != nil {
			return
		}
	}
	l.sell()
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
// buyers at once: every answer that had left holds.
func TestPowerCutsWhileServing(t *testing.T) {
	is := is.New(t)
	dir := memory(t)
	command, l := shop(t, dir)
	was := lookCopy(t, dir)
	log := follow(t, trace.Options{Command: command, Folder: dir, Sockets: true, Started: l.serving})
	is.Equal(log.Code, 0)
	is.Equal(len(l.sold), buyers*buys)
	is.Equal(len(l.acked(log.Events)), buyers*buys)
	v := replay(t, log, 2**images, func(i powerloss.Image, dir, said string) error {
		var now found
		if err := json.Unmarshal([]byte(said), &now); err != nil {
			return err
		}
		acked := l.acked(log.Events[:i.Point])
		for _, order := range acked {
			if !slices.Contains(now.Orders, order) {
				return fmt.Errorf("order %d was answered and is not there", order)
			}
		}
		if more := len(now.Orders) - len(was.Orders) - len(acked); more > buyers {
			return fmt.Errorf("%d orders that nobody was told of", more)
		}
		return nil
	})
	t.Logf("%d sales, %d events, %d images, %d bad", len(l.sold), len(log.Events)-log.First, v.Images, len(v.Bad))
}
