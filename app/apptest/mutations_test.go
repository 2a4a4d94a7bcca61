package apptest

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var plant = flag.Bool("mutations", false, "plant each defect of testdata/mutations.txt and demand that its test fails")

// mutation is a defect that somebody could make, with the test that must catch it.
type mutation struct {
	name, file    string
	gone, instead []string
	pkg, run      string
}

// mutations reads the list.
func mutations(t *testing.T) []mutation {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "testdata", "mutations.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []mutation
	for _, block := range strings.Split(string(text), "\n== ")[1:] {
		var m mutation
		for i, line := range strings.Split(strings.TrimSpace(block), "\n") {
			word, rest, _ := strings.Cut(line, " ")
			switch {
			case i == 0:
				m.name = line
			case word == "file":
				m.file = rest
			case word == "-":
				m.gone = append(m.gone, rest)
			case word == "+":
				m.instead = append(m.instead, rest)
			case word == "test":
				m.pkg, m.run, _ = strings.Cut(rest, " ")
			default:
				t.Fatalf("%s: %q is not understood", m.name, line)
			}
		}
		all = append(all, m)
	}
	return all
}

// planted is the file with the defect.
func (m *mutation) planted() (string, error) {
	text, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return "", err
	}
	if len(m.gone) == 0 || len(m.gone) != len(m.instead) {
		return "", fmt.Errorf("it has %d lines that go and %d that come", len(m.gone), len(m.instead))
	}
	out := string(text)
	for i, gone := range m.gone {
		if n := strings.Count(out, gone); n != 1 {
			return "", fmt.Errorf("%s has %q %d times", m.file, gone, n)
		}
		out = strings.Replace(out, gone, m.instead[i], 1)
	}
	return out, nil
}

// TestMutationsFit holds the list against the code: each defect can still be planted, and
// the test that is to catch it is there.
func TestMutationsFit(t *testing.T) {
	tests := map[string][]string{}
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && s.test && fn.Recv == nil {
				tests["./"+s.pkg] = append(tests["./"+s.pkg], fn.Name.Name)
			}
		}
	}
	all := mutations(t)
	if len(all) < 30 {
		t.Errorf("the list has only %d defects", len(all))
	}
	for _, m := range all {
		if _, err := m.planted(); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		for run := range strings.SplitSeq(m.run, "|") {
			top, _, _ := strings.Cut(run, "/")
			if !slices.Contains(tests[m.pkg], top) {
				t.Errorf("%s: %s has no test %s", m.name, m.pkg, top)
			}
		}
	}
}

// failed finds the verdict of go test. A package that does not compile catches nothing.
var failed = regexp.MustCompile(`(?m)^--- FAIL: `)

// TestMutationsAreCaught plants each defect, without touching a file: the compiler is given
// another text in its place.
func TestMutationsAreCaught(t *testing.T) {
	if !*plant {
		t.Skip("it takes some minutes: make mutations")
	}
	for _, m := range mutations(t) {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel() // while one defect is compiled, another is linked or caught
			run := "^(" + m.run + ")$"
			if strings.Contains(m.run, "/") {
				run = "^" + m.run // a part of a test is no alternative
			}
			cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-ldflags=-w", "-count=1", "-overlay", m.overlay(t), "-run", run, m.pkg)
			cmd.Dir = root
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Errorf("nothing failed in %s", m.run)
			} else if !failed.Match(out) {
				t.Errorf("no test failed, but something else did: %s", out)
			}
		})
	}
}

// overlay writes the planted file, and the file that tells the compiler of it.
func (m *mutation) overlay(t *testing.T) string {
	t.Helper()
	text, err := m.planted()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	original, err := filepath.Abs(filepath.Join(root, m.file))
	if err != nil {
		t.Fatal(err)
	}
	planted, list := filepath.Join(dir, "planted.go"), filepath.Join(dir, "overlay.json")
	about, err := json.Marshal(map[string]map[string]string{"Replace": {original: planted}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{planted: []byte(text), list: about} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
