package cmdline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
)

// HelpCommand shows what the words behind it do, in a group the words of that group. It is
// in the place of the library's, which takes one word and passes over all others.
func HelpCommand() *cli.Command {
	return &cli.Command{
		Name: "help", Aliases: []string{"h"}, Usage: "show what a command does", ArgsUsage: "[COMMAND]",
		Description: "Examples:\n\n   marquee help token create\n   marquee token help create\n   marquee help --man /usr/local/share/man/man1\n\n" + ExitCodes,
		Flags:       []cli.Flag{&cli.PathFlag{Name: "man", Usage: "write manual pages of all commands into this `FOLDER` instead"}},
		Action:      runHelp,
		BashComplete: func(c *cli.Context) {
			for _, known := range c.App.VisibleCommands() {
				fmt.Fprintln(c.App.Writer, known.Name)
			}
		},
	}
}

func runHelp(c *cli.Context) error {
	if folder := c.Path("man"); folder != "" {
		if err := NoArguments(c); err != nil {
			return err
		}
		return writeManualPages(c.App, folder)
	}
	path := strings.Fields(c.Command.HelpName)
	words := append(path[:len(path)-1:len(path)-1], c.Args().Slice()...)
	commands := c.App.Commands
	for i, word := range words[1:] {
		found := CommandOf(commands, word)
		if found == nil {
			return noSuch(strings.Join(words[:i+1], " "), commands, word)
		}
		commands = found.Subcommands
	}
	return c.App.RunContext(c.Context, append(words, "--help"))
}

// CommandOf is the command with a name, nil for none.
func CommandOf(all []*cli.Command, name string) *cli.Command {
	for _, c := range all {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// ExamplesOf is the first example of each command, a line for each.
func ExamplesOf(all []*cli.Command) string {
	var b strings.Builder
	for _, c := range all {
		_, text, _ := strings.Cut(c.Description, "   marquee ")
		example, _, _ := strings.Cut(strings.ReplaceAll(text, "\\\n", ""), "\n")
		b.WriteString("   marquee " + strings.Join(strings.Fields(example), " ") + "\n")
	}
	return b.String()
}

// writeManualPages writes a page of the first section for the program, and one for each command.
func writeManualPages(app *cli.App, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var all []string
	for _, c := range app.Commands {
		if c.Hidden || c.Name == "help" {
			continue
		}
		name := app.Name + "-" + c.Name
		all = append(all, name)
		if err := writePage(folder, name, pageOf(name, c)); err != nil {
			return err
		}
	}
	var b strings.Builder
	pageHead(&b, app.Name, app.Usage)
	b.WriteString(".SH SYNOPSIS\n.B " + app.Name + "\n.I COMMAND\n.SH DESCRIPTION\n")
	plainText(&b, app.Description)
	seeAlso(&b, all)
	return writePage(folder, app.Name, b.String())
}

func writePage(folder, name, text string) error {
	return os.WriteFile(filepath.Join(folder, name+".1"), []byte(text), 0o644)
}

// pageOf is the page of a command, with those below it.
func pageOf(name string, c *cli.Command) string {
	var b strings.Builder
	pageHead(&b, name, c.Usage)
	b.WriteString(".SH SYNOPSIS\n")
	synopsis(&b, strings.ReplaceAll(name, "-", " "), c)
	b.WriteString(".SH DESCRIPTION\n")
	plainText(&b, c.Description)
	flagsOfPage(&b, ".SH OPTIONS\n", c)
	below(&b, strings.ReplaceAll(name, "-", " "), c.Subcommands)
	seeAlso(&b, []string{"marquee"})
	return b.String()
}

// below writes the commands of a group, and those of the groups in it.
func below(b *strings.Builder, name string, all []*cli.Command) {
	for _, c := range all {
		if c.Hidden || c.Name == "help" {
			continue
		}
		full := name + " " + c.Name
		b.WriteString(".SH " + strings.ToUpper(roff(full)) + "\n")
		plainText(b, c.Usage+".\n")
		synopsis(b, full, c)
		plainText(b, c.Description)
		flagsOfPage(b, ".PP\nOptions:\n", c)
		below(b, full, c.Subcommands)
	}
}

func pageHead(b *strings.Builder, name, usage string) {
	fmt.Fprintf(b, ".TH %s 1 \"\" \"\" \"Marquee\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), roff(name), roff(usage))
}

func synopsis(b *strings.Builder, name string, c *cli.Command) {
	fmt.Fprintf(b, ".PP\n.B %s\n[flags] %s\n", roff(name), roff(strings.TrimSpace(c.ArgsUsage)))
}

func flagsOfPage(b *strings.Builder, head string, c *cli.Command) {
	for _, f := range c.VisibleFlags() {
		doc, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		b.WriteString(head)
		head = ""
		names, usage := "--"+strings.Join(f.Names(), ", --"), strings.ReplaceAll(doc.GetUsage(), "`", "")
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(names), roff(usage))
		if text := strings.Trim(doc.GetDefaultText(), `"`); doc.TakesValue() && text != "" {
			b.WriteString("Without it: " + roff(text) + ".\n")
		}
		if from := doc.GetEnvVars(); len(from) > 0 {
			b.WriteString("From the environment: " + roff(strings.Join(from, ", ")) + ".\n")
		}
	}
}

func seeAlso(b *strings.Builder, names []string) {
	for i, name := range names {
		names[i] = ".BR " + roff(name) + " (1)"
	}
	b.WriteString(".SH SEE ALSO\n" + strings.Join(names, ",\n") + "\n.PP\nThe manual is in the program: marquee serve shows it at /docs.\n")
}

// plainText writes a text as it stands, line by line.
func plainText(b *strings.Builder, text string) {
	b.WriteString(".PP\n.nf\n")
	for line := range strings.Lines(text) {
		b.WriteString(roff(strings.TrimRight(line, "\n")) + "\n")
	}
	b.WriteString(".fi\n")
}

// roff keeps what has a meaning of its own in a manual page: backslashes, hyphens that somebody
// may copy, and a dot or a quote at the beginning of a line.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
