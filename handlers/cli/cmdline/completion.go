package cmdline

import (
	"fmt"
	"os"
	"strings"

	"marquee/backup/schedule"

	"github.com/urfave/cli/v2"
)

// What a shell needs to complete commands and flags: it asks the program for them. What
// the program knows nothing about is a file. An empty word behind all others tells that
// the one before is whole.
const (
	bashCompletion = `_marquee() {
	local word="${COMP_WORDS[COMP_CWORD]}" ask="" words
	COMPREPLY=()
	if [[ "$word" == "=" || "${COMP_WORDS[COMP_CWORD-1]}" == "=" ]]; then
		return
	fi
	if [[ "$word" == -* ]]; then
		ask="$word"
	fi
	words=$("${COMP_WORDS[@]:0:$COMP_CWORD}" "$ask" --generate-bash-completion 2>/dev/null)
	COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _marquee marquee
`
	zshCompletion = `#compdef marquee
_marquee() {
	local -a found
	local word=${words[CURRENT]} ask=''
	if [[ "$word" == -* ]]; then
		ask=$word
	fi
	found=("${(@f)$(${words[@]:0:$((CURRENT-1))} "$ask" --generate-bash-completion 2>/dev/null)}")
	if [[ -n "${found[1]}" ]]; then
		_describe 'marquee' found
	else
		_files
	fi
}
compdef _marquee marquee
if [[ "$funcstack[1]" == _marquee ]]; then # loaded as a function when it was called first
	_marquee "$@"
fi
`
	fishCompletion = `function __marquee_words
	set -l typed (commandline -opc)
	set -l word (commandline -ct)
	set -l ask ''
	if string match -q -- '-*' $word
		set ask $word
	end
	$typed $ask --generate-bash-completion 2>/dev/null
end
complete -c marquee -f -n 'test (count (__marquee_words)) -gt 0' -a '(__marquee_words)'
complete -c marquee -F -n 'test (count (__marquee_words)) -eq 0'
`
)

// flagValues are the words that flags take, where there are few.
var flagValues = map[string][]string{
	"backup-schedule": {schedule.Off},
	"every":           {"daily", "weekly", "monthly"},
	"format":          {"csv", "xlsx"},
	"log-format":      {"text", "json"},
	"log-level":       {"debug", "info", "warn", "error"},
	"role":            {"box-office", "organiser", "scanning", "shop", "topup"},
	"shop":            {"open", "closed"},
	"tls":             {"auto", "files", "local"},
}

// Completing offers what may stand where a command line ends: the values of a flag, flags,
// or the commands of a group. Where it offers nothing the shell offers files.
func Completing(cmd *cli.Command) cli.BashCompleteFunc {
	return func(c *cli.Context) {
		typed := os.Args[:max(0, len(os.Args)-1)] // what follows is the question
		if len(typed) < 2 {
			return
		}
		last, before := typed[len(typed)-1], typed[len(typed)-2]
		plain, known := flagOf(cmd, strings.TrimPrefix(before, "--"))
		switch {
		case strings.HasPrefix(last, "-"):
			for _, f := range cmd.VisibleFlags() {
				if name := "--" + f.Names()[0]; strings.HasPrefix(name, last) {
					fmt.Fprintln(c.App.Writer, name)
				}
			}
		case last == "" && strings.HasPrefix(before, "--") && known && !plain:
			for _, value := range flagValues[before[2:]] {
				fmt.Fprintln(c.App.Writer, value)
			}
		default:
			for _, sub := range cmd.Subcommands {
				if !sub.Hidden && (sub.Name != "help" || len(cmd.Subcommands) > 1) {
					fmt.Fprintln(c.App.Writer, sub.Name)
				}
			}
		}
	}
}

func CompletionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print what a shell needs to complete commands and flags",
		ArgsUsage: "bash|zsh|fish",
		Description: `Examples:

   source <(marquee completion bash)
   marquee completion zsh > ~/.zsh/completions/_marquee
   marquee completion fish > ~/.config/fish/completions/marquee.fish

` + ExitCodes,
		Action: runCompletion,
		BashComplete: func(c *cli.Context) {
			fmt.Fprintln(c.App.Writer, "bash\nzsh\nfish")
		},
	}
}

func runCompletion(c *cli.Context) error {
	if c.NArg() != 1 {
		return Usage("%s needs the name of a shell: bash, zsh or fish\nSee: %s --help", c.Command.HelpName, c.Command.HelpName)
	}
	var script string
	switch shell := c.Args().First(); shell {
	case "bash":
		script = bashCompletion
	case "zsh":
		script = zshCompletion
	case "fish":
		script = fishCompletion
	default:
		return Usage("completion knows bash, zsh and fish, not %q", shell)
	}
	_, err := fmt.Fprint(c.App.Writer, script)
	return err
}
