package doctor

import (
	"fmt"
	"time"
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
	Name  string `json:"name"`
	Level Level  `json:"level"`
	Found string `json:"found"`
	// Do is what to do about it; nothing for what is well.
	Do string `json:"do,omitempty"`
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

func fine(name, format string, args ...any) Line {
	return Line{Name: name, Level: OK, Found: fmt.Sprintf(format, args...)}
}

func unknown(name, why string) Line {
	return Line{Name: name, Level: Unknown, Found: why}
}

// say is a moment for people, with its zone.
func say(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
