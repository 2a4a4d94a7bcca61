package cmdline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"marquee/backup/machine"

	"github.com/urfave/cli/v2"
)

// undefined is how the library says that it does not know a flag.
const undefined = "flag provided but not defined: -"

// minPrefix is how many letters of a name tell which one was meant.
const minPrefix = 3

// UsageError refuses flags, and names the one that may have been meant.
func UsageError(c *cli.Context, err error, _ bool) error {
	name, flags := "marquee", c.App.Flags
	if c.Command != nil && c.Command.HelpName != "" {
		name, flags = c.Command.HelpName, c.Command.Flags
	}
	meant := ""
	if wrong, ok := strings.CutPrefix(err.Error(), undefined); ok {
		if near := Nearest(flagNames(flags), strings.TrimLeft(wrong, "-")); near != "" {
			meant = "\n" + fmt.Sprintf(cli.SuggestDidYouMeanTemplate, "--"+near)
		}
		err = fmt.Errorf("%s does not know --%s", name, strings.TrimLeft(wrong, "-"))
	}
	return Usage("%v%s\nSee: %s --help", err, meant, name)
}

// Unknown answers a word that is no command, and a group without one.
func Unknown(c *cli.Context) error {
	name, commands := "marquee", c.App.Commands
	if c.Command != nil && c.Command.HelpName != "" {
		name = c.Command.HelpName
	}
	if c.Command != nil && len(c.Command.Subcommands) > 0 {
		commands = c.Command.Subcommands
	}
	if !c.Args().Present() {
		return Usage("%s needs a command\nSee: %s --help", name, name)
	}
	return noSuch(name, commands, c.Args().First())
}

// noSuch refuses a word that is none of the commands, and names the one that may have
// been meant.
func noSuch(name string, commands []*cli.Command, wrong string) error {
	meant := ""
	if near := Nearest(commandNames(commands), wrong); near != "" {
		meant = "\n" + fmt.Sprintf(cli.SuggestDidYouMeanTemplate, near)
	}
	return Usage("there is no command %q%s\nSee: %s --help", wrong, meant, name)
}

// NotMistyped is the action of a command that takes a word and has subcommands too: a word
// that is nearly the name of one of these, and of nothing that is there, is refused.
func NotMistyped(run cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		word := c.Args().First()
		near := Nearest(commandNames(c.Command.Subcommands), word)
		if _, err := os.Stat(word); near == "" || err == nil || filepath.Base(word) != word {
			return run(c)
		}
		name := c.Command.HelpName
		return Usage("there is neither a command nor a folder %q\n"+cli.SuggestDidYouMeanTemplate+"\nFor a new folder of that name: %s %s\nSee: %s --help", word, near, name, Typed("./"+word), name)
	}
}

func flagNames(flags []cli.Flag) (all []string) {
	for _, f := range flags {
		all = append(all, f.Names()...)
	}
	return all
}

func commandNames(commands []*cli.Command) (all []string) {
	for _, c := range commands {
		if !c.Hidden && c.Name != "help" {
			all = append(all, c.Name)
		}
	}
	return all
}

// Nearest is the name that a word was meant as: one that goes on where the word ends, else the
// one that takes the fewest letters that are added, left out, changed or swapped, none when it
// takes half of the word.
func Nearest(names []string, word string) (name string) {
	word = strings.ToLower(word)
	least := (len(word) + 1) / 2
	for _, n := range names {
		if len(word) >= minPrefix && strings.HasPrefix(n, word) {
			return n
		}
		if d := distance(word, n); d < least {
			name, least = n, d
		}
	}
	return name
}

// distance is how many letters are to be added, left out, changed or swapped with their
// neighbour to make one word of another (Damerau and Levenshtein).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := range len(a) {
		for j := range len(b) {
			least := rows[i][j]
			if a[i] != b[j] {
				least++
			}
			least = min(least, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				least = min(least, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = least
		}
	}
	return rows[len(a)][len(b)]
}

// CommandLine is a command as it can be typed.
func CommandLine(words []string) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = Typed(w)
	}
	return strings.Join(all, " ")
}

// Typed is a word as somebody types it to a shell.
func Typed(w string) string { return machine.Typed(w) }
