//go:build unix

package bench

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// The tables and functions of the rival, and what its clients call.
//
//go:embed testdata/postgres/schema.sql
var postgresSchema string

const (
	postgresScan    = "\\set n random(1, :tickets)\nselect scan(md5(:n::text), gen_random_uuid());\n"
	postgresReserve = "select reserve(1);\n"
)

// postgresTuning is what a careful administrator sets, all of it durable.
var postgresTuning = []string{
	"listen_addresses=", "fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=1GB", "wal_buffers=64MB",
	"max_wal_size=8GB", "min_wal_size=1GB", "checkpoint_timeout=30min", "max_connections=100", "jit=off", "random_page_cost=1.1",
}

// cluster is a PostgreSQL server of our own, in a folder that is thrown away. It
// listens on a socket in that folder and nowhere else.
type cluster struct {
	dir string
	as  *syscall.SysProcAttr // PostgreSQL refuses to run as root
}

// postgresProgram finds a program of PostgreSQL, newest version first.
func postgresProgram(name string) string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(b, a)) })
	if len(found) > 0 {
		return found[0]
	}
	path, _ := exec.LookPath(name)
	return path
}

// postgresMissing says what keeps the comparison from being made.
func postgresMissing() string {
	for _, name := range []string{"initdb", "pg_ctl", "psql", "pgbench"} {
		if postgresProgram(name) == "" {
			return "PostgreSQL is not installed: no " + name
		}
	}
	if _, err := user.Lookup("postgres"); os.Getuid() == 0 && err != nil {
		return "PostgreSQL does not run as root, and there is no user postgres"
	}
	return ""
}

func startPostgres(t testing.TB) *cluster {
	t.Helper()
	dir, err := os.MkdirTemp("", "marquee-postgres-") // short, for the socket
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	c := &cluster{dir: dir}
	if os.Getuid() == 0 {
		c.becomePostgres(t)
	}
	c.run(t, "", "initdb", "-D", dir+"/data", "-A", "trust", "-U", "bench", "-N")
	options := "-k " + dir
	for _, o := range postgresTuning {
		options += " -c " + o
	}
	c.run(t, "", "pg_ctl", "-D", dir+"/data", "-w", "-l", dir+"/log", "-o", options, "start")
	t.Cleanup(func() { c.run(t, "", "pg_ctl", "-D", dir+"/data", "-w", "-m", "immediate", "stop") })
	return c
}

func (c *cluster) becomePostgres(t testing.TB) {
	t.Helper()
	u, err := user.Lookup("postgres")
	must(t, err)
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	must(t, os.Chown(c.dir, uid, gid))
	c.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

// run runs a program of PostgreSQL to its end.
func (c *cluster) run(t testing.TB, stdin, name string, args ...string) string {
	t.Helper()
	// pg_ctl leaves a server behind that holds what it inherited, so the output is
	// a file.
	log, err := os.CreateTemp(c.dir, "out-")
	must(t, err)
	defer log.Close()
	cmd := exec.Command(postgresProgram(name), args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Stdin, cmd.Stdout, cmd.Stderr = c.dir, c.as, strings.NewReader(stdin), log, log
	err = cmd.Run()
	out, _ := os.ReadFile(log.Name())
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

func (c *cluster) sql(t testing.TB, sql string, vars ...string) {
	t.Helper()
	args := []string{"-h", c.dir, "-U", "bench", "-d", "postgres", "-q", "-v", "ON_ERROR_STOP=1"}
	for _, v := range vars {
		args = append(args, "-v", v)
	}
	c.run(t, sql, "psql", args...)
}

var tps = regexp.MustCompile(`tps = ([0-9.]+)`)

// perSecond lets clients call a script for a round.
func (c *cluster) perSecond(t testing.TB, script string, clients, tickets int) float64 {
	t.Helper()
	path := filepath.Join(c.dir, "script.sql")
	must(t, os.WriteFile(path, []byte(script), 0o644))
	out := c.run(t, "", "pgbench", "-h", c.dir, "-U", "bench", "-n", "-M", "prepared", "-c", fmt.Sprint(clients), "-j", "2",
		"-T", fmt.Sprint(int(roundTime.Seconds())), "-D", fmt.Sprintf("tickets=%d", tickets), "-f", path, "postgres")
	m := tps.FindStringSubmatch(out)
	if m == nil || !bytes.Contains([]byte(out), []byte("number of failed transactions: 0")) {
		t.Fatal(out)
	}
	n, err := strconv.ParseFloat(m[1], 64)
	must(t, err)
	return n
}

// postgres sets the product, over HTTP, beside functions in PostgreSQL, without.
func (c *comparison) postgres() {
	const scans, sales = "durable zone scans/s ÷ PostgreSQL without HTTP", "hot sale, reservations/s on one stock ÷ PostgreSQL"
	if why := postgresMissing(); why != "" {
		c.without(scans, why)
		c.without(sales, why)
		return
	}
	tickets := 9 * *hotOrders / 2
	pg := startPostgres(c.t)
	pg.sql(c.t, postgresSchema, fmt.Sprintf("tickets=%d", tickets))
	for _, m := range []struct {
		name, script  string
		ask           func(int64) (method, path, body string)
		goal, stretch float64
	}{{scans, postgresScan, c.scan, 1.3, 2.5}, {sales, postgresReserve, c.reserve, 6, 10}} {
		ours := &load{url: c.product, token: c.s.token, ask: m.ask}
		var theirs []float64
		pg.perSecond(c.t, m.script, 64, tickets) // the first writes of a page after a checkpoint are the dear ones
		for range rounds {
			theirs = append(theirs, pg.perSecond(c.t, m.script, 64, tickets))
			ours.timed(c.t, 64, c.n)
		}
		c.atLeast(m.name, ours.perSecond()/median(theirs), m.goal, m.stretch, "%.0f/s, %.0f/s", ours.perSecond(), median(theirs))
	}
}
