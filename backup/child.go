package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"marquee/app"
	"marquee/kv"
)

const (
	// checkLimit is how long a check may take before it counts as hanging.
	checkLimit = time.Hour
	// maxLine bounds one line from the child, in bytes: a report is most of a manifest.
	maxLine = 2 * maxManifest
	// lastWords is how much of a crash is kept, in bytes.
	lastWords = 300
	// MaxFindings is how many findings are told; the others are only counted.
	MaxFindings = 1000
)

// Child checks stores in a process of its own, so that a file which crashes its
// reader crashes nobody else. Command is the program and its first words; depth
// and path follow, and the process runs RunChild.
type Child struct {
	Command []string
}

// line is what the child says, one JSON object per line.
type line struct {
	Finding *Finding `json:"finding,omitempty"`
	Report  *Report  `json:"report,omitempty"`
	Error   string   `json:"error,omitempty"`
	InUse   bool     `json:"inUse,omitempty"`
	// Refused: the system did not open the file, which says nothing about it.
	Refused bool `json:"refused,omitempty"`
	// LogMissing: the file goes on in a log that is not beside it.
	LogMissing bool `json:"logMissing,omitempty"`
}

// RunChild is the child's side: it checks and writes lines.
func RunChild(ctx context.Context, business *app.Definition, depth Depth, path string, out io.Writer) error {
	w := bufio.NewWriter(out)
	to := json.NewEncoder(w)
	told := 0
	report, err := Inspect(ctx, business, path, depth, func(f Finding) {
		if told++; told <= MaxFindings {
			_ = to.Encode(line{Finding: &f})
			_ = w.Flush()
		}
	})
	if err != nil {
		var path *fs.PathError
		refused := errors.As(err, &path) && path.Op == "open"
		_ = to.Encode(line{Error: err.Error(), InUse: errors.Is(err, kv.ErrInUse), Refused: refused, LogMissing: IsLogMissing(err)})
	} else {
		_ = to.Encode(line{Report: &report})
	}
	return w.Flush()
}

// Check has the store at path checked. A child that dies is a finding: nothing
// but the file can have killed it. The error is about not being able to look.
func (c Child) Check(ctx context.Context, path string, depth Depth, tell func(Finding)) (Report, error) {
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	args := append(append([]string{}, c.Command[1:]...), string(depth), path)
	cmd := exec.CommandContext(ctx, c.Command[0], args...)
	said := &words{limit: lastWords}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return Report{}, err
	}
	if err := cmd.Start(); err != nil {
		return Report{}, fmt.Errorf("check of %s: %w", path, err)
	}
	report, told, err := listen(out, tell)
	ended := cmd.Wait()
	switch {
	case err != nil:
		return Report{}, err
	case ctx.Err() != nil:
		return Report{}, fmt.Errorf("check of %s: %w", path, ctx.Err())
	case report == nil:
		tell(crash(ended, said))
		return Report{Findings: told + 1}, nil
	}
	return *report, nil
}

// listen reads what the child says, until it ends.
func listen(out io.Reader, tell func(Finding)) (report *Report, told int, err error) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		switch {
		case l.Finding != nil:
			told++
			tell(*l.Finding)
		case l.Report != nil:
			report = l.Report
		case l.InUse:
			err = &inUse{l.Error}
		case l.Refused:
			err = errors.New(l.Error)
		case l.Error != "":
			told++
			tell(Finding{Check: CheckPages, Expected: "a readable store", Found: l.Error})
			report = &Report{Findings: told, LogMissing: l.LogMissing}
		}
	}
	return report, told, err
}

// inUse is kv.ErrInUse that came from another process.
type inUse struct{ text string }

func (e *inUse) Error() string { return e.text }
func (e *inUse) Unwrap() error { return kv.ErrInUse }

func crash(ended error, said *words) Finding {
	why := "the reader ended without a word"
	if ended != nil {
		why = ended.Error()
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(said.kept)), "\n")
	return Finding{Check: CheckPages, Expected: "a file that can be read", Found: fmt.Sprintf("its reader crashed (%s) %s", why, first)}
}

// words keeps the beginning of what a dying process writes.
type words struct {
	kept  []byte
	limit int
}

func (t *words) Write(b []byte) (int, error) {
	if room := t.limit - len(t.kept); room > 0 {
		t.kept = append(t.kept, b[:min(room, len(b))]...)
	}
	return len(b), nil
}

// Self is the child that this very program can be: words lead to RunChild.
func Self(words ...string) (Child, error) {
	program, err := os.Executable()
	if err != nil {
		return Child{}, err
	}
	return Child{append([]string{program}, words...)}, nil
}

// IsInUse tells whether an error means that another process holds the store.
func IsInUse(err error) bool { return errors.Is(err, kv.ErrInUse) }
