package etcd

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/cluster"

	"github.com/anishathalye/porcupine" // checks that a concurrent history is linearizable
	"golang.org/x/sys/unix"             // a clock that all processes of the machine share and nobody sets
)

// Some callers do not sell but write what they read into registers, and read them where a node is
// sure that it leads. What all of them saw must be what one store without any copies could have
// told them, in some order in which whatever ended before another thing began comes first.
const (
	observers   = 3 // of each node
	mostWatched = 50 * time.Millisecond
	// windowOf is for how long the same registers are used: a history of one is short.
	windowOf  = 2 * time.Second
	registers = 2
)

func monotonic() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &t); err != nil {
		return time.Now().UnixNano()
	}
	return t.Nano()
}

// observe is one such caller. It prints when it asked what, and when it heard what; of what it
// never heard about nobody knows whether it was done.
func observe(n *cluster.Node, who string, number int, end <-chan struct{}) {
	for i := 0; leads(n, end, mostWatched); i++ {
		id, call := fmt.Sprint(who, "-", i), monotonic()
		key := fmt.Sprint(call/int64(windowOf), ".", (i+number)%registers)
		if i%2 == 0 {
			fmt.Println("swap", id, key, call)
		} else {
			fmt.Println("read", id, key, call)
		}
		was, err := "", error(nil)
		if i%2 == 0 {
			err = n.Engine().Update(background, func(tx kv.Tx) (err error) {
				if was, err = register(tx, key); err != nil {
					return err
				}
				return tx.Put("registers", []byte(key), []byte(id))
			})
		} else {
			err = n.Engine().View(background, func(r kv.Reader) (err error) { was, err = register(r, key); return err })
		}
		role, _ := n.Role()
		switch {
		case i%2 == 1 && (err != nil || role != cluster.Leading || n.Age() > 0), errors.Is(err, kv.ErrNotLeader), errors.Is(err, kv.ErrBusy):
			fmt.Println("none", id)
		case err == nil:
			fmt.Println("was", id, was+"!", monotonic())
		}
		if errors.Is(err, kv.ErrPoisoned) || errors.Is(err, kv.ErrClosed) {
			return
		}
	}
}

func register(r kv.Reader, key string) (string, error) {
	b, err := r.Get("registers", []byte(key))
	if errors.Is(err, kv.ErrNotFound) {
		return "", nil
	}
	return string(b), err
}

// asked is a call of an observer, and read whether it wrote nothing.
type asked struct {
	id, key string
	read    bool
}

// told is what it heard.
type told struct {
	known bool
	was   string
}

// history is what the observers saw.
type history struct {
	mu   sync.Mutex
	open map[string]porcupine.Operation
	done []porcupine.Operation
}

// hear reads a line of theirs; false for others.
func (h *history) hear(line string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	words := strings.Fields(line)
	if len(words) < 2 {
		return false
	}
	switch id := words[1]; {
	case len(words) == 4 && (words[0] == "swap" || words[0] == "read"):
		op := porcupine.Operation{Input: asked{id, words[2], words[0] == "read"}, Output: told{}, Return: math.MaxInt64}
		_, _ = fmt.Sscan(words[3], &op.Call)
		h.open[id] = op
	case len(words) == 4 && words[0] == "was":
		op := h.open[id]
		delete(h.open, id)
		op.Output = told{true, strings.TrimSuffix(words[2], "!")}
		_, _ = fmt.Sscan(words[3], &op.Return)
		h.done = append(h.done, op)
	case words[0] == "none":
		delete(h.open, id)
	default:
		return false
	}
	return true
}

// judge holds that one store could have told them.
func (h *history) judge(t *testing.T) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.done
	for _, op := range h.open {
		if !op.Input.(asked).read {
			all = append(all, op)
		}
	}
	for i := range all {
		all[i].ClientId = i // each is a client of its own: one that never heard goes on
	}
	if r := porcupine.CheckOperationsTimeout(oneStore, all, patience); r != porcupine.Ok {
		t.Errorf("no single order explains what the observers saw: %v", r)
	}
	t.Logf("%d calls were observed, %d more without an answer", len(h.done), len(h.open))
}

var oneStore = porcupine.Model{
	Partition: func(all []porcupine.Operation) (parts [][]porcupine.Operation) {
		of := map[string]int{}
		for _, op := range all {
			key := op.Input.(asked).key
			if _, ok := of[key]; !ok {
				of[key] = len(parts)
				parts = append(parts, nil)
			}
			parts[of[key]] = append(parts[of[key]], op)
		}
		return parts
	},
	Init: func() any { return "" },
	Step: func(state, input, output any) (bool, any) {
		in, out := input.(asked), output.(told)
		if out.known && out.was != state {
			return false, state
		}
		if in.read {
			return true, state
		}
		return true, in.id
	},
}

// TestAHistoryThatNoStoreCouldTell: the judge has teeth.
func TestAHistoryThatNoStoreCouldTell(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		good  bool
	}{
		"in turn":                      {[]string{"swap a k 1", "was a ! 2", "read b k 3", "was b a! 4"}, true},
		"a write that is lost":         {[]string{"swap a k 1", "was a ! 2", "read b k 3", "was b ! 4"}, false},
		"at the same time":             {[]string{"swap a k 1", "read b k 1", "was b ! 4", "was a ! 2"}, true},
		"two that followed one":        {[]string{"swap a k 1", "was a ! 2", "swap b k 3", "was b a! 4", "swap c k 5", "was c a! 6"}, false},
		"one that nobody heard about":  {[]string{"swap a k 1", "read b k 3", "was b a! 4"}, true},
		"and that was never done":      {[]string{"swap a k 1", "read b k 3", "was b ! 4"}, true},
		"one that came and went":       {[]string{"swap a k 1", "read b k 3", "was b a! 4", "read c k 5", "was c ! 6"}, false},
		"one that was refused, and is": {[]string{"swap a k 1", "none a", "read b k 3", "was b a! 4"}, false},
	} {
		h := history{open: map[string]porcupine.Operation{}}
		for _, line := range c.lines {
			if !h.hear(line) {
				t.Errorf("%s: %s", name, line)
			}
		}
		all := h.done
		for _, op := range h.open {
			all = append(all, op)
		}
		if porcupine.CheckOperations(oneStore, all) != c.good {
			t.Errorf("%s: it must be %v", name, c.good)
		}
	}
}
