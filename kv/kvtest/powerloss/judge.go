package powerloss

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"

	"marquee/kv/kvtest/trace"
)

// Serve is the judging process: for every folder that it reads from in, it writes the
// result of look to out.
func Serve(in io.Reader, out io.Writer, look func(dir string) (string, error)) error {
	debug.SetPanicOnFault(true)
	to := json.NewEncoder(out)
	for lines := bufio.NewScanner(in); lines.Scan(); {
		said, err := look(lines.Text())
		s := opinion{Said: said}
		if err != nil {
			s.Bad = err.Error()
		}
		if err := to.Encode(s); err != nil {
			return err
		}
	}
	return nil
}

type opinion struct{ Said, Bad string }

// Judge asks a process that runs Serve. If the process crashes, the image is bad.
type Judge struct {
	Command []string
	Env     []string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *json.Decoder
	dying   bytes.Buffer // its standard error
}

// Ask returns what the judge says about a folder.
func (j *Judge) Ask(dir string) (string, error) {
	if j.cmd == nil {
		if err := j.start(); err != nil {
			return "", err
		}
	}
	var s opinion
	_, err := fmt.Fprintln(j.in, dir)
	if err == nil {
		err = j.out.Decode(&s)
	}
	if err != nil {
		err = errors.Join(err, j.Close())
		first, _, _ := strings.Cut(j.dying.String(), "\n")
		return "", fmt.Errorf("the reader crashed: %w: %s", err, first)
	}
	if s.Bad != "" {
		return s.Said, errors.New(s.Bad)
	}
	return s.Said, nil
}

func (j *Judge) start() error {
	j.cmd = exec.Command(j.Command[0], j.Command[1:]...)
	j.cmd.Env = append(os.Environ(), j.Env...)
	j.dying.Reset()
	j.cmd.Stderr = &j.dying
	in, err := j.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := j.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	j.in, j.out = in, json.NewDecoder(out)
	return j.cmd.Start()
}

// Close ends the process.
func (j *Judge) Close() error {
	if j.cmd == nil {
		return nil
	}
	err := errors.Join(j.in.Close(), j.cmd.Wait())
	j.cmd = nil
	return err
}

// Verdict is the result of judging the images of one log.
type Verdict struct {
	Images int
	Ways   map[string]int
	Bad    []string // why, and which
}

// Trial is how the images of a log are judged.
type Trial struct {
	// Images is roughly how many images to judge. The same Seed gives the same images.
	Images int
	Seed   uint64
	// Temp is an empty folder for the images.
	Temp string
	// Judges look at them, all at once.
	Judges []*Judge
	// Fits compares what a judge said with what was acknowledged. The image is in dir.
	Fits func(i Image, dir, said string) error
}

// Run builds the images of a log and judges each.
func (t Trial) Run(log *trace.Log) (Verdict, error) {
	v := Verdict{Ways: map[string]int{}}
	images := make(chan Image)
	failed := make([]error, len(t.Judges))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for number, j := range t.Judges {
		wg.Go(func() {
			for i := range images {
				bad, err := t.try(i, filepath.Join(t.Temp, fmt.Sprint(number)), j)
				failed[number] = errors.Join(failed[number], err)
				mu.Lock()
				v.Images++
				v.Ways[i.how]++
				if bad != nil {
					v.Bad = append(v.Bad, fmt.Sprintf("cut before event %d, %s: %v", i.Point, i.choice, bad))
				}
				mu.Unlock()
			}
		})
	}
	for i := range Images(log, t.Images, t.Seed) {
		images <- i
	}
	close(images)
	wg.Wait()
	return v, errors.Join(failed...)
}

// try judges one image. bad means that the image is bad, err that it could not be judged.
func (t Trial) try(i Image, dir string, j *Judge) (bad, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if err := i.Save(dir); err != nil {
		return nil, err
	}
	said, bad := j.Ask(dir)
	if bad == nil {
		bad = t.Fits(i, dir, said)
	}
	return bad, os.RemoveAll(dir)
}
