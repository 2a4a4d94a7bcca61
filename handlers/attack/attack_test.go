package attack

import (
	"flag"
	"fmt"
	"testing"
	"time"
)

// attackProgram is set by make attack.
var attackProgram = flag.String("attack.program", "", "attack this program on a festival, for minutes, and print figures")

// What the gate and the server keep to while they are attacked.
const (
	// slowestScan is the time of the slowest scan in a hundred. The attacker shares the
	// processors with the server.
	slowestScan = 100 * time.Millisecond
	// mostMemory is what the process may hold, in bytes, its mapped file left out.
	mostMemory = 300 << 20
)

// attacks are all there are; each tells its figure.
var attacks = []struct {
	name string
	run  func(*target) string
}{
	// While nobody guesses at passwords: who does delays also the owner, who signs in here.
	{"a stolen phone", stolenPhone}, {"a flood of phones", deviceFlood},
	{"strangers", strangers}, {"other companies", tenants}, {"no abilities", abilities}, {"replays", replays}, {"hostile bodies", bodies},
	{"crowds of dear reads", crowds}, {"a crowd of writes", writes}, {"guesses at passwords", logins}, {"passwords in bulk", passwords}, {"uploads of a stolen device", uploads},
	{"slow peers", slowPeers}, {"slow readers of pages", slowReaders}, {"pipelines of pages", pipelines}, {"large forms of strangers", forms}, {"picture bombs", pictureBombs},
	{"made-up files", files},
}

// TestAttacks runs every attack while a gate scans. In the small run nothing is timed:
// the machine may be doing other things.
func TestAttacks(t *testing.T) {
	g := inProcess(t)
	if *attackProgram != "" {
		g = served(t, *attackProgram)
	}
	g.stock(&g.a)
	g.stock(&g.b)
	if quiet := g.beside(func() { time.Sleep(time.Second / 10) }); quiet.failed > 0 || len(quiet.took) == 0 {
		t.Fatalf("the gate does not work: %d of %d scans failed", quiet.failed, len(quiet.took))
	}
	g.fair()
	owner := g.a.token
	for _, a := range attacks {
		g.attacked(owner, a.name, a.run)
	}
	for _, f := range floods {
		g.attacked(owner, "HTTP/2: "+f.name, func(g *target) string { return flood(g, f.send) })
	}
}

// attacked runs one attack with a token of its own, which an owner makes who attacks nobody,
// and judges how the gate and the server did meanwhile.
func (g *target) attacked(owner, name string, attack func(*target) string) {
	g.t.Run(name, func(t *testing.T) {
		all := g.t
		g.t = t
		defer func() { g.t = all }()
		g.a.token, g.device = g.fresh(owner), g.fresh(g.device)
		start, figure := time.Now(), ""
		scans := g.beside(func() { figure = attack(g) })
		memory := ""
		if g.memory != nil {
			held := g.memory()
			if memory = fmt.Sprintf(", %d MB", held>>20); held > mostMemory {
				t.Errorf("the server holds %d MB", held>>20)
			}
		}
		p99 := scans.quantile(.99)
		t.Logf("%-28s %s; %d scans, %d failed, p50 %v, p99 %v%s (%v)", name, figure, len(scans.took), scans.failed,
			scans.quantile(.5).Round(100*time.Microsecond), p99.Round(100*time.Microsecond), memory, time.Since(start).Round(time.Millisecond))
		if scans.failed > 0 {
			t.Errorf("%d of %d scans failed", scans.failed, len(scans.took))
		}
		if g.large() && p99 > slowestScan {
			t.Errorf("scans took %v", p99)
		}
	})
}
