package doctor

import (
	"encoding/json"
	"strings"
	"time"

	"marquee/app"
)

// Level says how much a line matters.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Unknown Level = "unknown"
	Warn    Level = "warn"
	Bad     Level = "bad"
)

// Line is one verdict.
type Line struct {
	Name  app.Noun
	Level Level
	Found app.Message
	// Do is what to do about it; nothing for what is well.
	Do app.Message
}

// MarshalJSON writes a line in English.
func (l Line) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name  string `json:"name"`
		Level Level  `json:"level"`
		Found string `json:"found"`
		Do    string `json:"do,omitempty"`
	}{string(l.Name), l.Level, l.Found.String(), l.Do.String()})
}

// Judge gives one or more lines on everything that was looked at.
func Judge(f Facts) []Line {
	lines := []Line{
		fileSystem(f.Disk), mountOptions(f.Disk, f.Kernel), media(f.Disk), syncedFolder(f.SyncedBy),
		commits(f), space(f), store(f), freePages(f), clock(f), memory(f.Memory), permissions(f), user(f),
		address(f.Address), certificates(f), backups(f), journal(f), shipping(f), jobs(f), outbox(f), payments(f), disputes(f), mails(f), webhooks(f),
	}
	if f.Log != nil {
		lines = append(lines, logged(*f.Log))
	}
	switch {
	case f.Cluster != nil:
		lines = append(lines, OfCluster(*f.Cluster)...)
	case f.Member != "":
		lines = append(lines, f.unasked())
	}
	return lines
}

// Worst is the worst level among lines.
func Worst(lines []Line) Level {
	rank := map[Level]int{OK: 0, Unknown: 0, Warn: 1, Bad: 2}
	worst := OK
	for _, l := range lines {
		if rank[l.Level] > rank[worst] {
			worst = l.Level
		}
	}
	return worst
}

func fine(name app.Noun, found app.Message) Line {
	return Line{Name: name, Level: OK, Found: found}
}

func unknown(name app.Noun, why app.Message) Line {
	return Line{Name: name, Level: Unknown, Found: why}
}

// plain is what is the same in every language: a name, a folder, what another program said.
func plain(text string) app.Message { return app.Message{Format: "%s", Args: []any{text}} }

// joined are several messages in one line.
func joined(all []app.Message) app.Message {
	args := make([]any, len(all))
	for i := range all {
		args[i] = all[i]
	}
	return app.Message{Format: strings.TrimSuffix(strings.Repeat("%s; ", len(all)), "; "), Args: args}
}

// moment is a time alone.
func moment(t time.Time) app.Message { return app.Message{Format: "%s", Args: []any{app.Moment(t)}} }
