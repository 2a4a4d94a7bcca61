package web

import (
	"os"
	"os/exec"
	"testing"
)

// TestScripts runs the tests of the scanner: its rules on the same requests as those of
// the box office, and the gate without a network.
func TestScripts(t *testing.T) {
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("needs npm: run make web")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	if said, err := exec.CommandContext(t.Context(), node, "test.mjs").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
}
