package cli

import (
	"context"
	"fmt"
	"io"

	"marquee/handlers/cli/administer"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/cli/nodes"
	"marquee/handlers/cli/operate"

	"github.com/urfave/cli/v2"
)

// Run runs one command line and gives its exit code.
func Run(ctx context.Context, program operate.Program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	switch {
	case len(args) == 1:
		args = append(args, "--help")
	case args[1] == "--version" || args[1] == "-v":
		args[1] = "version"
	}
	program.Admins = administer.AdminTable
	args, asked := administer.AsOneWord(args)
	a, dir := application(program, stdin, stdout, stderr), ""
	if asked != "" {
		a.Commands = append(a.Commands, complete(administer.OperationCommand(program, asked))...)
	}
	a.ExitErrHandler = func(c *cli.Context, _ error) { dir = c.Path("data") }
	err := a.RunContext(ctx, args)
	if err != nil {
		fmt.Fprintf(stderr, "%s %s\n", cmdline.Painted(stderr, cmdline.Red, "marquee:"), cmdline.SayIn(dir, err))
	}
	return cmdline.CodeOf(err)
}

func application(program operate.Program, stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	return &cli.App{
		Name:  "marquee",
		Usage: "a box office in one binary and one file",
		Description: `One command opens a box office, and prints the address at which it is set up in the browser:

   marquee serve --data ./festival

Without a browser, make it first:

   marquee init --data ./festival --company "My Festival" --currency EUR --email you@example.com

Or look at a made-up festival:

   marquee serve --data ./look --demo

Every flag can come from the environment: --data from MARQUEE_DATA, and so on.

` + cmdline.ExitCodes,
		Reader: stdin, Writer: stdout, ErrWriter: stderr,
		HideVersion: true,
		// The library leaves it out where help is a command of the program's own.
		Flags: []cli.Flag{cli.HelpFlag},
		// The completion of the shells asks the program itself.
		EnableBashCompletion: true,
		// A value may have commas in it; pieces cuts where several may stand in one.
		DisableSliceFlagSeparator: true,
		Commands:                  commands(program),
		Action:                    cmdline.Unknown,
		OnUsageError:              cmdline.UsageError,
		ExitErrHandler:            func(*cli.Context, error) {},
	}
}

func commands(program operate.Program) []*cli.Command {
	all := []*cli.Command{operate.InitCommand(program), operate.ServeCommand(program)}
	all = append(all, administer.AdminCommands(program)...)
	all = append(all, operate.StoreCommands(program)...)
	all = append(all, operate.MachineCommands()...)
	all = append(all, nodes.Command(program))
	all = append(all, administer.APICommand(), operate.DemoCommand(program), rehearseCommand(program), cmdline.CompletionCommand(), versionCommand(program), cmdline.HelpCommand())
	return complete(all...)
}

// complete gives every command the same way to refuse and to end, and every group its help.
func complete(all ...*cli.Command) []*cli.Command {
	for _, c := range all {
		c.OnUsageError, c.After = cmdline.UsageError, operate.KeepOwner
		if c.BashComplete == nil {
			c.BashComplete = cmdline.Completing(c)
		}
		switch {
		case len(c.Subcommands) == 0:
			continue
		case c.Action == nil:
			c.Action = cmdline.Unknown
		default:
			c.Action = cmdline.NotMistyped(c.Action)
		}
		if c.Description == "" {
			c.Description = "Examples:\n\n" + cmdline.ExamplesOf(c.Subcommands) + "\n" + cmdline.ExitCodes
		}
		c.Subcommands = append(c.Subcommands, cmdline.HelpCommand())
		complete(c.Subcommands...)
	}
	return all
}

func versionCommand(program operate.Program) *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version, or what the program is made of",
		Description: "Examples:\n\n   marquee version\n   marquee version --sbom\n\n" + cmdline.ExitCodes,
		Flags:       versionFlags(),
		Action: func(c *cli.Context) error {
			if err := cmdline.NoArguments(c); err != nil {
				return err
			}
			if c.Bool("sbom") {
				return printSBOM(c, program.Version)
			}
			if c.Bool("json") {
				return cmdline.PrintJSON(c.App.Writer, map[string]string{"version": program.Version})
			}
			_, err := fmt.Fprintf(c.App.Writer, "marquee %s\n", program.Version)
			return err
		},
	}
}
