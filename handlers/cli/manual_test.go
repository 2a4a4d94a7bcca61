package cli

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"marquee/handlers/cli/administer"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/operate"

	"github.com/matryer/is"
	"github.com/urfave/cli/v2"
)

var updateManual = flag.Bool("update", false, "write the commands into the manual")

// commandsPage is the chapter of the manual that lists commands and flags.
const commandsPage = "../docs/manual/commands.md"

const commandsFrom, commandsTo = "<!-- commands -->\n", "<!-- /commands -->"

func TestManualListsEveryFlag(t *testing.T) {
	is := is.New(t)
	page, err := os.ReadFile(commandsPage)
	is.NoErr(err)
	before, rest, _ := strings.Cut(string(page), commandsFrom)
	_, after, found := strings.Cut(rest, commandsTo)
	is.True(found) // the marks around the list
	want := before + commandsFrom + listed(application(operate.Program{}, nil, io.Discard, io.Discard)) + commandsTo + after
	if *updateManual {
		is.NoErr(os.WriteFile(commandsPage, []byte(want), 0o644))
	} else if want != string(page) {
		t.Errorf("%s is out of date; rewrite it with: go test ./handlers/cli -run TestManual -update", commandsPage)
	}
}

// listed describes all commands in Markdown.
func listed(a *cli.App) string {
	var b strings.Builder
	eachCommand(a.Commands, "marquee", func(name string, c *cli.Command) {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n", name, sentence(c.Usage))
		if usage := strings.TrimSpace(c.ArgsUsage); usage != "" {
			fmt.Fprintf(&b, "\nArguments: `%s`\n", usage)
		}
		if rows := flagRows(c); rows != "" {
			fmt.Fprintf(&b, "\n| Flag | Default | |\n|---|---|---|\n%s", rows)
		}
	})
	return b.String() + "\n"
}

func TestEveryCommandShowsExamplesAndExitCodes(t *testing.T) {
	eachCommand(application(operate.Program{}, nil, io.Discard, io.Discard).Commands, "marquee", func(name string, c *cli.Command) {
		if !strings.Contains(c.Description, name) || !strings.Contains(c.Description, "Example") {
			t.Errorf("%s --help shows no example", name)
		}
		if !strings.Contains(c.Description, cmdline.ExitCodes) {
			t.Errorf("%s --help shows no exit codes", name)
		}
	})
}

func eachCommand(all []*cli.Command, above string, fn func(name string, c *cli.Command)) {
	for _, c := range all {
		if c.Hidden || c.Name == "help" {
			continue
		}
		name := above + " " + c.Name
		fn(name, c)
		eachCommand(c.Subcommands, name, fn)
	}
}

func flagRows(c *cli.Command) string {
	var b strings.Builder
	for _, f := range c.Flags {
		doc, ok := f.(cli.DocGenerationFlag)
		if v, hides := f.(cli.VisibleFlag); !ok || hides && !v.IsVisible() {
			continue
		}
		usage, value := strings.ReplaceAll(doc.GetUsage(), "`", ""), ""
		if named := valueForm.FindStringSubmatch(doc.GetUsage()); named != nil {
			value = " " + named[1]
		} else if doc.TakesValue() {
			value = " VALUE"
		}
		standard := ""
		if text := strings.Trim(doc.GetDefaultText(), `"`); doc.TakesValue() && text != "" {
			standard = "`" + text + "`"
		}
		fmt.Fprintf(&b, "| `--%s%s` | %s | %s |\n", f.Names()[0], value, standard, strings.ReplaceAll(usage, "|", `\|`))
	}
	return b.String()
}

var valueForm = regexp.MustCompile("`([^`]+)`")

func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// documents are the files for people in which commands are shown.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../docs/manual/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no manual: %v", err)
	}
	all := map[string]string{}
	for _, name := range append(names, "../../README.md") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = string(b)
	}
	return all
}

var (
	fencedForm = regexp.MustCompile("(?s)```sh\n(.*?)```")
	inlineForm = regexp.MustCompile("`([^`\n]+)`")
)

// shownCommands are the lines of shell and the words of commands in a document.
func shownCommands(doc string) []string {
	var all []string
	for _, m := range fencedForm.FindAllStringSubmatch(doc, -1) {
		all = append(all, strings.Split(strings.ReplaceAll(m[1], "\\\n", " "), "\n")...)
	}
	for _, m := range inlineForm.FindAllStringSubmatch(fencedForm.ReplaceAllString(doc, ""), -1) {
		all = append(all, m[1])
	}
	return all
}

func TestManualShowsCommandsThatExist(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	app := application(operate.Program{}, nil, io.Discard, io.Discard)
	for name, doc := range documents(t) {
		for _, line := range shownCommands(doc) {
			line, _, _ = strings.Cut(line, " #")
			for _, part := range regexp.MustCompile(`&&|\||;`).Split(line, -1) {
				if why := wrongCommand(app, string(makefile), strings.Fields(part)); why != "" {
					t.Errorf("%s shows %q: %s", name, strings.TrimSpace(line), why)
				}
			}
		}
	}
}

// wrongCommand says what of a command line does not exist.
func wrongCommand(app *cli.App, makefile string, words []string) string {
	if i := slices.Index(words, "--"); i >= 0 && i+1 < len(words) && words[0] == "runuser" {
		words = words[i+1:]
	}
	switch {
	case len(words) < 2:
		return ""
	case words[0] == "marquee", words[0] == "./marquee":
		return wrongMarquee(app, words[1:])
	case words[0] == "make":
		if regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(words[1]) + `:`).MatchString(makefile) {
			return ""
		}
		return "the Makefile has no such target"
	case words[0] == "go" && words[1] == "test":
		return wrongTest(words[2:])
	}
	return ""
}

func wrongMarquee(app *cli.App, words []string) string {
	if strings.HasPrefix(words[0], "-") || strings.ToUpper(words[0]) == words[0] {
		return ""
	}
	command := app.Command(words[0])
	if command == nil {
		return "there is no such command"
	}
	if words[0] == "api" && len(words) > 2 && words[1] == strings.ToUpper(words[1]) && words[1] != "METHOD" {
		_, name := administer.AsOneWord(append([]string{"marquee"}, words...))
		if name == "" {
			return "the API has no such operation"
		}
		command = administer.OperationCommand(operate.Program{}, name)
	}
	for _, word := range words[1:] {
		for _, sub := range command.Subcommands {
			if sub.HasName(word) {
				command = sub
			}
		}
	}
	for _, word := range words[1:] {
		name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		if !strings.HasPrefix(word, "--") || name == "help" || name == "" {
			continue
		}
		if !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }) {
			return fmt.Sprintf("marquee %s has no flag --%s", command.Name, name)
		}
	}
	return ""
}

var testForm = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)\(`)

// wrongTest looks for a test that the pattern names in the packages named.
func wrongTest(words []string) string {
	var names []string
	pattern := ""
	for i, word := range words {
		if strings.HasPrefix(word, "./") {
			files, _ := filepath.Glob(filepath.Join("../..", word, "*_test.go"))
			for _, file := range files {
				b, _ := os.ReadFile(file)
				for _, m := range testForm.FindAllStringSubmatch(string(b), -1) {
					names = append(names, m[1])
				}
			}
		}
		if (word == "-run" || word == "-bench") && i+1 < len(words) && words[i+1] != "xx" {
			pattern = words[i+1]
		}
	}
	if !slices.ContainsFunc(names, regexp.MustCompile(pattern).MatchString) {
		return "no test is called so"
	}
	return ""
}

// No command has a flag twice: one for a field must not be called as another.
func TestNoCommandHasAFlagTwice(t *testing.T) {
	eachCommand(application(operate.Program{}, nil, io.Discard, io.Discard).Commands, "marquee", func(name string, c *cli.Command) {
		seen := map[string]bool{}
		for _, flag := range c.Flags {
			for _, n := range flag.Names() {
				if seen[n] {
					t.Errorf("%s has --%s twice", name, n)
				}
				seen[n] = true
			}
		}
	})
}
