package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// helpCommand shows what the words behind it do, in a group the words of that group. It is
// in the place of the library's, which takes one word and passes over all others.
func helpCommand() *cli.Command {
	return &cli.Command{
		Name: "help", Aliases: []string{"h"}, Usage: "show what a command does", ArgsUsage: "[COMMAND]",
		Description: "Examples:\n\n   marquee help token create\n   marquee token help create\n   marquee help --man /usr/local/share/man/man1\n\n" + exitCodes,
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
		if err := noArguments(c); err != nil {
			return err
		}
		return writeManualPages(c.App, folder)
	}
	path := strings.Fields(c.Command.HelpName)
	words := append(path[:len(path)-1:len(path)-1], c.Args().Slice()...)
	commands := c.App.Commands
	for i, word := range words[1:] {
		found := commandOf(commands, word)
		if found == nil {
			return noSuch(strings.Join(words[:i+1], " "), commands, word)
		}
		commands = found.Subcommands
	}
	return c.App.RunContext(c.Context, append(words, "--help"))
}

// commandOf is the command with a name, nil for none.
func commandOf(all []*cli.Command, name string) *cli.Command {
	for _, c := range all {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// examplesOf is the first example of each command, a line for each.
func examplesOf(all []*cli.Command) string {
	var b strings.Builder
	for _, c := range all {
		_, text, _ := strings.Cut(c.Description, "   marquee ")
		example, _, _ := strings.Cut(strings.ReplaceAll(text, "\\\n", ""), "\n")
		b.WriteString("   marquee " + strings.Join(strings.Fields(example), " ") + "\n")
	}
	return b.String()
}
