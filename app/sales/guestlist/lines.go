package guestlist

import (
	"strconv"
	"strings"

	"marquee/app"
)

const (
	// MaxLines is how many guests are put on a list at once.
	MaxLines = 200
	// MaxText is how long the lines may be, in characters.
	MaxText = 40_000
	// maxHeads is how many people one guest may be.
	maxHeads = 300
)

// Line is a guest as a line names one. Heads is how many come, the guest among them.
type Line struct {
	Number      int
	Name, Email string
	Heads       int64
	// Problem is what is wrong with it, nil: nothing that the line alone shows.
	Problem *app.Message
}

// Lines reads one guest from each line that is not blank: "Ada Lovelace, ada@example.com, 2", in any
// order, with commas, semicolons or tabs between. "+2" is two more than the guest. What has neither
// an @ nor is a number belongs to the name.
func Lines(text string) (all []Line) {
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if strings.TrimSpace(line) != "" {
			all = append(all, lineOf(i+1, line))
		}
	}
	return all
}

// separators stand between the parts of a line; an address may be in pointed brackets.
const separators = ",;\t<>"

func lineOf(number int, text string) Line {
	out := Line{Number: number, Heads: 1}
	var names []string
	counted := false
	count := func(part string) bool {
		n, ok := heads(part)
		if !ok {
			return false
		}
		if counted {
			out.refuse(app.Msg("has two numbers"))
		}
		counted, out.Heads = true, n
		return true
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		switch part = strings.TrimSpace(part); {
		case part == "" || count(part):
		case strings.Contains(part, "@"):
			if out.Email != "" {
				out.refuse(app.Msg("has two e-mail addresses"))
			}
			out.Email = part
		default:
			if at := strings.LastIndex(part, " +"); at > 0 && count(part[at+1:]) {
				part = strings.TrimSpace(part[:at])
			}
			names = append(names, part)
		}
	}
	switch out.Name = strings.Join(names, " "); {
	case out.Name == "":
		out.refuse(app.Msg("has no name"))
	case out.Heads < 1 || out.Heads > maxHeads:
		out.refuse(app.Msg("must be between %d and %d", 1, maxHeads))
	}
	return out
}

// refuse notes what is wrong; the first counts.
func (l *Line) refuse(why app.Message) {
	if l.Problem == nil {
		l.Problem = &why
	}
}

// heads is how many people a part says: "2" is two, "+2" the guest and two more.
func heads(part string) (int64, bool) {
	digits, more := strings.CutPrefix(part, "+")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	switch {
	case err != nil:
		n = maxHeads + 1 // more than anybody brings
	case more:
		n++
	}
	return n, true
}
