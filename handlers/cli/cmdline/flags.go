package cmdline

import (
	"strings"

	// The commands, their flags and their help: named by this package only.
	"github.com/urfave/cli/v2"
)

// defaultData is the data folder when none is named.
const defaultData = "./marquee-data"

// Env is the environment variable of a flag.
func Env(flag string) []string {
	return []string{"MARQUEE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))}
}

func Text(name, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Usage: usage, EnvVars: Env(name)}
}

func TextOr(name, value, usage string) *cli.StringFlag {
	return &cli.StringFlag{Name: name, Value: value, Usage: usage, EnvVars: Env(name)}
}

func Texts(name, usage string) *cli.StringSliceFlag {
	return &cli.StringSliceFlag{Name: name, Usage: usage, EnvVars: Env(name)}
}

// Pieces are the values of a flag of which one may name several, with commas between them.
func Pieces(c *cli.Context, flag string) (all []string) {
	for _, text := range c.StringSlice(flag) {
		for piece := range strings.SplitSeq(text, ",") {
			all = append(all, strings.TrimSpace(piece))
		}
	}
	return all
}

func Whole(name string, value int, usage string) *cli.IntFlag {
	return &cli.IntFlag{Name: name, Value: value, Usage: usage, EnvVars: Env(name)}
}

func Yes(name, usage string) *cli.BoolFlag {
	return &cli.BoolFlag{Name: name, Usage: usage, EnvVars: Env(name)}
}

func DataFlag() cli.Flag {
	return &cli.PathFlag{Name: "data", Value: defaultData, Usage: "the data `FOLDER`", EnvVars: Env("data")}
}

func JSONFlag() cli.Flag { return Yes("json", "print one JSON object instead of text") }

// Need refuses a command whose required flags are missing, all at once.
func Need(c *cli.Context, names ...string) error {
	var missing []string
	for _, name := range names {
		if value, ok := c.Value(name).(string); !c.IsSet(name) || ok && strings.TrimSpace(value) == "" {
			missing = append(missing, "--"+name)
		}
	}
	if len(missing) > 0 {
		return Usage("%s needs %s\nSee: %s --help", c.Command.HelpName, strings.Join(missing, " and "), c.Command.HelpName)
	}
	return NoArguments(c)
}

// NoArguments refuses words that no flag takes.
func NoArguments(c *cli.Context) error {
	if c.Args().Present() {
		return Usage("%s does not take %q\nSee: %s --help", c.Command.HelpName, c.Args().First(), c.Command.HelpName)
	}
	return nil
}
