package web

import (
	"os"
	"os/exec"
	"testing"
)

// TestScripts checks the types of the scripts and runs the tests of the scanner: its rules on
// the same requests as those of the box office, and the gate without a network.
func TestScripts(t *testing.T) {
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("needs npm: run make web")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	for _, script := range [][]string{{"node_modules/typescript/bin/tsc", "--noEmit"}, {"test.mjs"}} {
		if said, err := exec.CommandContext(t.Context(), node, script...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script[0], err, said)
		}
	}
}
