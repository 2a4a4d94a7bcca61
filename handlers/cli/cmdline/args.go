package cmdline

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// ArgsOf gives what a command takes besides flags, at most so many. Flags may
// stand behind them too, as people write them; the library stops at the first
// word.
func ArgsOf(c *cli.Context, most int) ([]string, error) {
	var out []string
	rest := c.Args().Slice()
	for i := 0; i < len(rest); i++ {
		if !strings.HasPrefix(rest[i], "--") {
			out = append(out, rest[i])
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(rest[i], "--"), "=")
		plain, known := flagOf(c.Command, name)
		switch {
		case !known:
			return nil, Usage("%s does not know --%s\nSee: %s --help", c.Command.HelpName, name, c.Command.HelpName)
		case given:
		case plain:
			value = "true"
		case i+1 == len(rest):
			return nil, Usage("--%s needs a value\nSee: %s --help", name, c.Command.HelpName)
		default:
			i++
			value = rest[i]
		}
		if err := c.Set(name, value); err != nil {
			return nil, Usage("--%s: %v", name, err)
		}
	}
	if len(out) > most {
		return nil, Usage("%s does not take %q\nSee: %s --help", c.Command.HelpName, out[most], c.Command.HelpName)
	}
	return out, nil
}

// flagOf finds a flag and tells whether it stands alone.
func flagOf(c *cli.Command, name string) (plain, known bool) {
	for _, f := range c.Flags {
		if slices.Contains(f.Names(), name) {
			_, plain = f.(*cli.BoolFlag)
			return plain, true
		}
	}
	return false, false
}
