package apitest

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// File is one parsed scenario file.
type File struct {
	Name     string
	Sections []Section
}

// Section is a named run of steps, one subtest.
type Section struct {
	Name  string
	Steps []Step
}

// Step is one request with the answer it must get, or a word for the runner.
type Step struct {
	Line int
	// Word and Arg hold "clock" or "do" and what follows; a request has none.
	Word, Arg string

	Method, Path, Who string
	Header            [][2]string
	Body              string
	Status            int
	WantHeader        [][2]string
	Want              string
}

var (
	requestLine = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE|HEAD) (/\S*) as (\S+)$`)
	headerLine  = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*): (.*)$`)
	statusLine  = regexp.MustCompile(`^-> (\d{3})$`)
)

// ReadFile parses a scenario file.
func ReadFile(name string) (File, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return File{}, fmt.Errorf("scenario: %w", err)
	}
	return Parse(name, string(b))
}

// Parse parses the text of a scenario file.
func Parse(name, text string) (File, error) {
	p := &parser{file: File{Name: name}}
	for i, line := range strings.Split(text, "\n") {
		if err := p.line(i+1, strings.TrimRight(line, " \t\r")); err != nil {
			return File{}, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return p.file, p.done()
}

// parser walks the lines of a file; step is the one being read.
type parser struct {
	file File
	step *Step
	// answered tells that the status line of the step has been read.
	answered bool
	// inBody tells that headers are over.
	inBody bool
}

func (p *parser) line(n int, line string) error {
	switch m := requestLine.FindStringSubmatch(line); {
	case strings.HasPrefix(line, "#"):
		return nil
	case strings.HasPrefix(line, "== "):
		if err := p.done(); err != nil {
			return err
		}
		p.file.Sections = append(p.file.Sections, Section{Name: strings.TrimSpace(line[3:])})
		p.step = nil
		return nil
	case m != nil:
		return p.begin(Step{Line: n, Method: m[1], Path: m[2], Who: m[3]})
	case strings.HasPrefix(line, "clock ") || strings.HasPrefix(line, "do "):
		word, arg, _ := strings.Cut(line, " ")
		return p.begin(Step{Line: n, Word: word, Arg: strings.TrimSpace(arg)})
	}
	return p.part(line)
}

func (p *parser) begin(s Step) error {
	if err := p.done(); err != nil {
		return err
	}
	if len(p.file.Sections) == 0 {
		return fmt.Errorf("a step before the first == section")
	}
	section := &p.file.Sections[len(p.file.Sections)-1]
	section.Steps = append(section.Steps, s)
	p.step = &section.Steps[len(section.Steps)-1]
	p.answered, p.inBody = s.Word != "", false
	return nil
}

// part adds a line to the step being read.
func (p *parser) part(line string) error {
	if line == "" {
		return nil
	}
	if p.step == nil || p.step.Word != "" {
		return fmt.Errorf("%q belongs to no request", line)
	}
	if m := statusLine.FindStringSubmatch(line); m != nil && !p.answered {
		p.step.Status, _ = strconv.Atoi(m[1])
		p.answered, p.inBody = true, false
		return nil
	}
	header, text := &p.step.Header, &p.step.Body
	if p.answered {
		header, text = &p.step.WantHeader, &p.step.Want
	}
	if m := headerLine.FindStringSubmatch(line); m != nil && !p.inBody {
		*header = append(*header, [2]string{m[1], m[2]})
		return nil
	}
	p.inBody = true
	*text += line + "\n"
	return nil
}

// done closes the step being read.
func (p *parser) done() error {
	if p.step != nil && !p.answered {
		return fmt.Errorf("%s %s: no -> line", p.step.Method, p.step.Path)
	}
	return nil
}
