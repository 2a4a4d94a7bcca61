package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// What a shell needs to complete commands and flags: it asks the program for them.
const (
	bashCompletion = `_marquee() {
	local word="${COMP_WORDS[COMP_CWORD]}" words
	if [[ "$word" == -* ]]; then
		words=$("${COMP_WORDS[@]:0:$COMP_CWORD}" "$word" --generate-bash-completion)
	else
		words=$("${COMP_WORDS[@]:0:$COMP_CWORD}" --generate-bash-completion)
	fi
	COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _marquee marquee
`
	zshCompletion = `#compdef marquee
_marquee() {
	local -a found
	local word=${words[CURRENT]}
	if [[ "$word" == -* ]]; then
		found=("${(@f)$(${words[@]:0:$((CURRENT-1))} $word --generate-bash-completion)}")
	else
		found=("${(@f)$(${words[@]:0:$((CURRENT-1))} --generate-bash-completion)}")
	fi
	if [[ -n "${found[1]}" ]]; then
		_describe 'marquee' found
	else
		_files
	fi
}
compdef _marquee marquee
`
)

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print what a shell needs to complete commands and flags",
		ArgsUsage: "bash|zsh|fish",
		Description: `Examples:

   source <(marquee completion bash)
   marquee completion zsh > ~/.zsh/completions/_marquee
   marquee completion fish > ~/.config/fish/completions/marquee.fish

` + exitCodes,
		Action: runCompletion,
		BashComplete: func(c *cli.Context) {
			fmt.Fprintln(c.App.Writer, "bash\nzsh\nfish")
		},
	}
}

func runCompletion(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("%s needs the name of a shell: bash, zsh or fish\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
	}
	var script string
	var err error
	switch shell := c.Args().First(); shell {
	case "bash":
		script = bashCompletion
	case "zsh":
		script = zshCompletion
	case "fish":
		script, err = c.App.ToFishCompletion()
	default:
		return usage("completion knows bash, zsh and fish, not %q", shell)
	}
	if err == nil {
		_, err = fmt.Fprint(c.App.Writer, script)
	}
	return err
}
