package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/matryer/is"
)

// TestTheUnitIsOne asks systemd itself where it is installed, and reads the unit
// in any case.
func TestTheUnitIsOne(t *testing.T) {
	for name, args := range map[string][]string{
		"behind a proxy":  {"--base-url", "https://tickets.example.com"},
		"on port 443":     {"--listen", "0.0.0.0:443"},
		"as another user": {"--user", "tickets", "--data", "/srv/tickets"},
	} {
		t.Run(name, func(t *testing.T) {
			is := is.New(t)
			out, err := exec.Command(filepath.Join(binary, "marquee"), append([]string{"install", "systemd"}, args...)...).Output()
			is.NoErr(err)
			section := ""
			for line := range strings.Lines(string(out)) {
				line = strings.TrimSpace(line)
				if strings.HasPrefix(line, "[") {
					section = line
					continue
				}
				key, _, ok := strings.Cut(line, "=")
				is.True(line == "" || ok && section != "" && key == strings.TrimSpace(key))
			}
			for _, must := range []string{"NoNewPrivileges=yes", "ProtectSystem=strict", "RestartForceExitStatus=75", "ReadWritePaths=/", "LimitNOFILE="} {
				is.True(strings.Contains(string(out), "\n"+must))
			}
			is.True(strings.Contains(string(out), "\nSystemCallFilter=@system-service adjtimex\n")) // or no clock is ever known to be kept
			is.True(!strings.Contains(string(out), "ProtectClock"))
			verify(t, out)
		})
	}
}

func verify(t *testing.T, text []byte) {
	judge, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Log("systemd-analyze is not installed")
		return
	}
	is := is.New(t)
	file := filepath.Join(t.TempDir(), "marquee.service")
	is.NoErr(os.WriteFile(file, text, 0o600))
	out, err := exec.Command(judge, "verify", "--man=no", "--recursive-errors=no", file).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "marquee.service") {
			t.Error(line)
		}
	}
	if err != nil && !strings.Contains(string(out), "marquee.service") {
		t.Logf("systemd-analyze cannot judge here: %v %s", err, out)
	}
}
