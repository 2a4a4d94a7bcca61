package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// undefined is how the library says that it does not know a flag.
const undefined = "flag provided but not defined: -"

// usageError refuses flags, and names the one that may have been meant.
func usageError(c *cli.Context, err error, _ bool) error {
	name, flags := "marquee", c.App.Flags
	if c.Command != nil && c.Command.HelpName != "" {
		name, flags = c.Command.HelpName, c.Command.Flags
	}
	meant := ""
	if wrong, ok := strings.CutPrefix(err.Error(), undefined); ok {
		if near := cli.SuggestFlag(flags, strings.TrimLeft(wrong, "-"), false); near != "" {
			meant = "\n" + fmt.Sprintf(cli.SuggestDidYouMeanTemplate, near)
		}
		err = fmt.Errorf("%s does not know --%s", name, strings.TrimLeft(wrong, "-"))
	}
	return usage("%v%s\nSee: %s --help", err, meant, name)
}

// unknown answers a word that is no command, and a group without one.
func unknown(c *cli.Context) error {
	name, commands := "marquee", c.App.Commands
	if c.Command != nil && c.Command.HelpName != "" {
		name = c.Command.HelpName
	}
	if c.Command != nil && len(c.Command.Subcommands) > 0 {
		commands = c.Command.Subcommands
	}
	if !c.Args().Present() {
		return usage("%s needs a command\nSee: %s --help", name, name)
	}
	wrong := c.Args().First()
	meant := cli.SuggestCommand(commands, wrong) // a whole sentence
	if meant != "" {
		meant = "\n" + meant
	}
	return usage("there is no command %q%s\nSee: %s --help", wrong, meant, name)
}
