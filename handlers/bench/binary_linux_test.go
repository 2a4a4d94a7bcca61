package bench

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"marquee/app"

	"golang.org/x/sys/unix"
)

// program is the real binary on a copy of the festival, as a promoter runs it.
type program struct {
	*comparison
	path, dir string
	s         *hotStore // what was prepared in the copy; its engine is closed
	cmd       *exec.Cmd
	base      string
}

// binary measures what a promoter feels: the start, the memory, and what a backup
// takes from the gates.
func (c *comparison) binary() {
	p := &program{comparison: c, dir: c.t.TempDir()}
	p.build()
	p.fill()
	p.starts()
	p.rushAndBackup()
	p.kills()
}

func (p *program) build() {
	p.path = filepath.Join(p.t.TempDir(), "marquee")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", p.path, "../..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(p.path)
	must(p.t, err)
	defer p.in("MB")
	p.atMost("binary", float64(info.Size())/1e6, 48, 0, "%d bytes", info.Size())
}

func (p *program) file() string { return filepath.Join(p.dir, "marquee.db") }

func (p *program) fill() {
	must(p.t, os.Chmod(p.dir, 0o700))
	must(p.t, copyFile(p.file(), festivalFile(p.t, *hotOrders)))
	e := openBolt(p.t, p.file())
	p.s = &hotStore{app: app.New(e, business, app.Options{})}
	p.s.prepare(p.t)
	must(p.t, e.Close())
}

// start starts the server and tells how long the first answer took.
func (p *program) start() time.Duration {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(p.t, err)
	address := listener.Addr().String()
	must(p.t, listener.Close())
	p.base = "http://" + address
	p.cmd = exec.Command(p.path, "serve", "--data", p.dir, "--listen", address, "--log-level", "error", "--backup-schedule", "off")
	p.cmd.Stderr = os.Stderr
	began := time.Now()
	must(p.t, p.cmd.Start())
	for !p.ready() {
		if time.Since(began) > time.Minute {
			p.t.Fatal("the server does not come up")
		}
		time.Sleep(500 * time.Microsecond)
	}
	return time.Since(began)
}

// ready asks for something that only an open store can answer.
func (p *program) ready() bool {
	in, err := http.NewRequest(http.MethodGet, p.base+"/v1/orders?limit=1", nil)
	must(p.t, err)
	in.Header.Set("Authorization", "Bearer "+p.s.token)
	out, err := http.DefaultClient.Do(in)
	if err != nil {
		return false
	}
	defer out.Body.Close()
	_, _ = io.Copy(io.Discard, out.Body)
	return out.StatusCode == http.StatusOK
}

func (p *program) stop(how syscall.Signal) {
	http.DefaultClient.CloseIdleConnections()
	must(p.t, p.cmd.Process.Signal(how))
	_ = p.cmd.Wait()
}

func (p *program) starts() {
	var took []time.Duration
	for range 2*rounds + 1 {
		took = append(took, p.start())
		p.stop(syscall.SIGTERM)
	}
	defer p.in("ms")
	p.atMost("clean start to the first answer", ms(median(took)), 100, 0, "of %d; slowest %.0f ms", len(took), ms(slices.Max(took)))
}

// rushAndBackup lets 64 scanners in, and makes a backup in the middle of it.
func (p *program) rushAndBackup() {
	p.start()
	defer p.stop(syscall.SIGTERM)
	ask := func(n int64) (method, path, body string) { return http.MethodPost, "/v1/zones/scan", p.s.scanBody(n) }
	quiet := &load{url: p.base, token: p.s.token, ask: ask}
	busy := &load{url: p.base, token: p.s.token, ask: ask}
	private := p.watch()
	quiet.timed(p.t, 64, p.n)
	began := time.Now()
	backup := exec.Command(p.path, "backup", "--data", p.dir, p.t.TempDir())
	backup.Stderr = os.Stderr
	must(p.t, backup.Start())
	over := make(chan struct{})
	go func() {
		defer close(over)
		if err := backup.Wait(); err != nil {
			p.t.Error(err)
		}
	}()
	busy.round(p.t, 64, p.n, over)
	took := time.Since(began)
	quiet.timed(p.t, 64, p.n)
	quiet.timed(p.t, 64, p.n)
	p.atLeast("scans/s kept during a backup", busy.perSecond()/quiet.perSecond(), 0.3, 0.5, "%.0f/s, %.0f/s; %.0f s for the backup; worst stall %.0f ms, %.0f ms without one",
		busy.perSecond(), quiet.perSecond(), took.Seconds(), 1e3*busy.quantile(1), 1e3*quiet.quantile(1))
	p.atMost("private memory in the load", float64(private())/(1<<20), 96, 0, "RssAnon, the most of it")
	p.in("MiB")
}

// watch samples the private memory until the result is called for the most.
func (p *program) watch() (most func() int64) {
	var max int64
	stop, done := make(chan struct{}), make(chan struct{})
	status := fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
				b, _ := os.ReadFile(status)
				for line := range strings.Lines(string(b)) {
					var kb int64
					if _, err := fmt.Sscanf(line, "RssAnon: %d", &kb); err == nil && kb<<10 > max {
						max = kb << 10
					}
				}
			}
		}
	}()
	return func() int64 { close(stop); <-done; return max }
}

// kills ends the server in the middle of a load, as a power cut would, with the
// file still in memory and without.
func (p *program) kills() {
	warm, cold := p.killed(func() {}), p.killed(p.forget)
	p.atMost("start after kill -9, file in memory", ms(median(warm)), 300, 0, "of %d", len(warm))
	p.in("ms")
	p.atMost("start after kill -9, file not in memory", ms(median(cold)), 1500, 0, "of %d", len(cold))
	p.in("ms")
}

func (p *program) killed(then func()) (took []time.Duration) {
	ask := func(n int64) (method, path, body string) { return http.MethodPost, "/v1/zones/scan", p.s.scanBody(n) }
	p.start()
	for range rounds {
		stop := make(chan struct{})
		time.AfterFunc(roundTime/4, func() { close(stop) })
		(&load{url: p.base, token: p.s.token, ask: ask}).round(p.t, 64, p.n, stop)
		p.stop(syscall.SIGKILL)
		then()
		took = append(took, p.start())
	}
	p.stop(syscall.SIGTERM)
	return took
}

// forget takes the file out of the page cache.
func (p *program) forget() {
	f, err := os.Open(p.file())
	must(p.t, err)
	defer f.Close()
	must(p.t, f.Sync())
	must(p.t, unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
