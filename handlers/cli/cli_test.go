package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	// Command lines as readable stories, each in a folder of its own.
	"github.com/rogpeppe/go-internal/testscript"
)

// binary is the folder of the real binary, built once for all tests.
var binary string

func TestMain(m *testing.M) {
	if os.Getenv(judges) != "" {
		os.Exit(judge())
	}
	os.Exit(withBinary(m))
}

func withBinary(m *testing.M) int {
	dir, err := os.MkdirTemp("", "marquee-binary-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", "build", "-ldflags=-s -w -X marquee/backup/machine.niceness=0", "-o", filepath.Join(dir, "marquee"), "marquee")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	binary = dir
	if err := os.Unsetenv("GOGC"); err != nil { // it runs as it does elsewhere
		return 1
	}
	if err := os.Setenv("MARQUEE_BACKUP_SCHEDULE", "off"); err != nil { // stories say themselves when they want one
		return 1
	}
	return m.Run()
}

func TestStories(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/cli",
		RequireExplicitExec: true,
		Setup:               setup,
		Condition:           condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "ready": ready, "http": request, "mode": mode, "save": save, "signal": signal,
			"damage": damage, "cut": cut, "until": until, "older": older, "leaves": leaves, "kept": kept, "newer": newer, "same": same, "commitat": commitAt, "ranonly": ranOnly, "servedunder": servedUnder, "miscount": miscount, "flip": flip, "flippages": flippages, "putletters": putLetters, "paysilent": paySilent, "sellmails": sellMails, "unpacked": unpacked,
		},
	})
}

// condition knows [root]: root runs the tests.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("there is no condition %q", name)
}

// setup puts the binary on the path and picks an address that is free.
func setup(env *testscript.Env) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	env.Setenv("PATH", binary+string(os.PathListSeparator)+env.Getenv("PATH"))
	env.Setenv("MARQUEE_BACKUP_SCHEDULE", "off")
	env.Setenv("ADDRESS", l.Addr().String())
	env.Setenv("BASE", "http://"+l.Addr().String())
	env.Values[tb{}] = env.T()
	return nil
}

// exits CODE COMMAND… runs a command that must end with exactly that code, or one
// of several: 0|1.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if !slices.Contains(strings.Split(args[0], "|"), strconv.Itoa(code)) {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// serverTimeout is how long a server may take to answer at all, on a very busy machine.
const serverTimeout = 2 * time.Minute

// ready [PATH] waits until the server answers there, /readyz without a path.
func ready(ts *testscript.TestScript, _ bool, args []string) {
	path := "/readyz"
	if len(args) > 0 {
		path = args[0]
	}
	for end := time.Now().Add(serverTimeout); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		r, err := http.Get(ts.Getenv("BASE") + path)
		if err != nil {
			continue
		}
		_ = r.Body.Close()
		if r.StatusCode == http.StatusOK {
			return
		}
	}
	ts.Fatalf("the server does not answer")
}

// http METHOD PATH STATUS [TOKEN [BODY]] sends one request and saves the body.
func request(ts *testscript.TestScript, _ bool, args []string) {
	body := ""
	if len(args) > 4 {
		body = args[4]
	}
	r, err := http.NewRequest(args[0], ts.Getenv("BASE")+args[1], strings.NewReader(body))
	ts.Check(err)
	r.Header.Set("Content-Type", "application/json")
	if len(args) > 3 && args[3] != "" {
		r.Header.Set("Authorization", "Bearer "+args[3])
	}
	res, err := (&http.Client{Timeout: serverTimeout}).Do(r)
	ts.Check(err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("body"), b, 0o600))
	if strconv.Itoa(res.StatusCode) != args[2] {
		ts.Fatalf("%s %s: %d, want %s: %s", args[0], args[1], res.StatusCode, args[2], b)
	}
}

// leaves FILE TOKEN NAME makes a guest and calls it Nobody then, again and again until the
// file still has the name: a page that became free may have been used at once.
func leaves(ts *testscript.TestScript, _ bool, args []string) {
	file, token, name := ts.MkAbs(args[0]), args[1], args[2]
	for n := range 100 {
		request(ts, false, []string{"POST", "/v1/customers", "200", token, fmt.Sprintf(`{"name":%q,"email":"nobody%d@example.org"}`, name, n)})
		var made struct{ Data struct{ ID json.RawMessage } }
		ts.Check(json.Unmarshal([]byte(ts.ReadFile("body")), &made))
		request(ts, false, []string{"POST", "/v1/customers/update", "200", token, fmt.Sprintf(`{"id":%s,"name":"Nobody"}`, made.Data.ID)})
		if strings.Contains(ts.ReadFile(file), name) {
			return
		}
	}
	ts.Fatalf("%s forgets %s at once", args[0], name)
}

// until PATH PATTERN asks again and again until the answer matches.
func until(ts *testscript.TestScript, _ bool, args []string) {
	want, err := regexp.Compile(args[1])
	ts.Check(err)
	var last []byte
	for end := time.Now().Add(serverTimeout); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		r, err := http.Get(ts.Getenv("BASE") + args[0])
		ts.Check(err)
		last, err = io.ReadAll(r.Body)
		ts.Check(errors.Join(err, r.Body.Close()))
		if want.Match(last) {
			return
		}
	}
	ts.Fatalf("%s never answers %s, but %s", args[0], args[1], last)
}

// mode PERMISSIONS FILE compares, as in mode 600 file.
func mode(ts *testscript.TestScript, _ bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := fmt.Sprintf("%o", info.Mode().Perm()); got != args[0] {
		ts.Fatalf("%s has mode %s, want %s", args[1], got, args[0])
	}
}

// save NAME FIELD FILE keeps a text field of a JSON file as a variable.
func save(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[2])
	_, rest, ok := strings.Cut(text, `"`+args[1]+`":"`)
	value, _, end := strings.Cut(rest, `"`)
	if !ok || !end {
		ts.Fatalf("no field %s in %s", args[1], text)
	}
	ts.Setenv(args[0], value)
}

// signal TERM|INT|KILL FOLDER signals the process that holds a store.
func signal(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[1] + "/marquee.db.holder")))
	ts.Check(err)
	signals := map[string]syscall.Signal{"TERM": syscall.SIGTERM, "INT": syscall.SIGINT, "KILL": syscall.SIGKILL}
	ts.Check(syscall.Kill(pid, signals[args[0]]))
}
