package doctor

import (
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/url"
	"slices"
	"time"

	"marquee/app"
	"marquee/backup/machine"
)

const (
	// firstYear and lastYear bound what a clock that is set can show.
	firstYear, lastYear = 2026, 2100
	// slack is how far the store may be ahead of a clock that ticks.
	slack = 2 * time.Second
	// gap is how far ahead it may be without anybody noticing wrong times.
	gap = 5 * time.Minute
)

func clock(f Facts) Line {
	const name = app.Noun("clock")
	ahead := f.LastCommit.Sub(f.Now)
	found := moment(f.Now)
	do := app.Msg("Set the clock and let it be kept by NTP: timedatectl set-ntp true.")
	switch {
	case f.Now.Year() < firstYear || f.Now.Year() > lastYear:
		return Line{name, Bad, found, do}
	case f.LastCommit.IsZero():
		return fine(name, found)
	case f.Jump != "":
		return Line{name, Bad, plain(f.Jump), app.Msg("%s The server does not start until then, or with --clock-is-right.", do)}
	case ahead > gap:
		return Line{name, Bad, app.Msg("%s, but the store's last commit is %s later", found, app.Span(ahead)), app.Msg("%s Until the clock has caught up every new record carries the store's time.", do)}
	case ahead > slack:
		return Line{name, Warn, app.Msg("%s, but the store's last commit is %s later", found, app.Span(ahead)), do}
	}
	return fine(name, app.Msg("%s, not behind the store", found))
}

func memory(m machine.Memory) Line {
	const name = app.Noun("memory")
	if m.Total == 0 {
		return unknown(name, app.Msg("not known on this system"))
	}
	found := app.Msg("%s available of %s", size(m.Available), size(m.Total))
	switch {
	case m.Available < 128*megabyte:
		return Line{name, Bad, found, app.Msg("Stop other programs: the server may be killed in the middle of a rush.")}
	case m.Available < 256*megabyte:
		return Line{name, Warn, found, app.Msg("Leave at least 256 MB for a rush.")}
	}
	return fine(name, found)
}

func permissions(f Facts) Line {
	const name = app.Noun("permissions")
	if !f.Modes {
		return unknown(name, app.Msg("not known on this system"))
	}
	var wrong []app.Message
	level := Warn
	for _, file := range slices.Sorted(maps.Keys(f.Files)) {
		if f.Files[file]&0o077 != 0 {
			wrong = append(wrong, app.Msg("%s is %s", file, octal(f.Files[file])))
			if f.Folder&0o011 != 0 {
				level = Bad
			}
		}
	}
	if f.Folder&0o077 != 0 {
		wrong = append(wrong, app.Msg("the folder is %s", octal(f.Folder)))
	}
	if len(wrong) > 0 {
		return Line{name, level, joined(wrong), app.Msg("Other users of this machine can see guests' names. chmod 700 the folder and 600 the files.")}
	}
	return fine(name, app.Msg("for the owner alone"))
}

func octal(m fs.FileMode) string { return fmt.Sprintf("%04o", uint32(m)) }

func user(f Facts) Line {
	const name = app.Noun("user")
	switch {
	case !f.Modes:
		return unknown(name, app.Msg("not known on this system"))
	case f.Root:
		return Line{name, Warn, plain("root"), app.Msg("Run the server as a user of its own: marquee install systemd makes a unit for one.")}
	}
	return fine(name, app.Msg("not root"))
}

// address judges what guests and phones will see.
func address(a Address) Line {
	const name = app.Noun("address")
	base, err := url.Parse(a.BaseURL)
	listening := outside(host(a.Listen))
	switch {
	case a.BaseURL != "" && (err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https"):
		return Line{name, Bad, app.Msg("the base URL is %s", a.BaseURL), app.Msg("It must look like https://tickets.example.com.")}
	case a.BaseURL != "" && base.Scheme == "http" && outside(base.Hostname()):
		return Line{name, Warn, app.Msg("%s is not encrypted", a.BaseURL), app.Msg("Passwords and tokens travel in the open, and phones' cameras stay off. Put a proxy with TLS in front and use https:// here.")}
	case listening && !a.TLS:
		return Line{name, Warn, app.Msg("the server listens on %s without TLS", a.Listen), app.Msg("Listen on 127.0.0.1 behind a proxy with TLS, or only in a network you trust.")}
	case a.BaseURL == "":
		return fine(name, app.Msg("listens on %s; no base URL is set", a.Listen))
	}
	return fine(name, app.Msg("%s, listens on %s", a.BaseURL, a.Listen))
}

// endsSoon is when a certificate that nobody renewed is news: those that renew
// themselves do it with a month to go.
const endsSoon = 14 * 24 * time.Hour

// certificates judges the one that ends first.
func certificates(f Facts) Line {
	const name = app.Noun("certificates")
	do := app.Msg("With --tls auto look into the log for why it is not renewed; with --tls files bring a new one; a local authority that has ended is made anew at the next start, and phones install it again.")
	if f.CertificatesErr != nil {
		return Line{name, Bad, plain(f.CertificatesErr.Error()), app.Msg("The server does not start with a certificate that it cannot read. Replace the file.")}
	}
	if len(f.Certificates) == 0 {
		return fine(name, app.Msg("none"))
	}
	first := slices.MinFunc(f.Certificates, func(a, b Certificate) int { return a.Until.Compare(b.Until) })
	left := first.Until.Sub(f.Now)
	found := app.Msg("%s until %s", first.Name, app.Moment(first.Until))
	switch {
	case left <= 0:
		return Line{name, Bad, app.Msg("%s: it has ended", found), do}
	case left < endsSoon:
		return Line{name, Warn, found, do}
	}
	return fine(name, found)
}

func host(listen string) string {
	h, _, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	return h
}

// outside tells whether a host can be reached from other machines.
func outside(h string) bool {
	if h == "localhost" {
		return false
	}
	ip := net.ParseIP(h)
	return ip == nil || !ip.IsLoopback()
}

const (
	// backupDue is a day and some slack.
	backupDue  = 26 * time.Hour
	backupLate = 7 * 24 * time.Hour
)

func planned(f Facts) Line {
	const name = app.Noun("backups")
	b := f.Backups
	do := app.Msg("Read the server's log, make room or mend the way to the destination, and try by hand: %s", f.backup())
	switch {
	case b.Other != "":
		return Line{name, Bad, app.Msg("%s; NOTHING IS REMOVED THERE: %s", b.Planned, b.Other),
			app.Msg("Each would remove what the other needs, and a restore takes the newest of both. Serve the copy with another --backup-to.")}
	case b.Stale:
		return Line{name, Bad, b.Planned, do}
	case b.Failing:
		return Line{name, Warn, b.Planned, do}
	}
	return fine(name, b.where(b.Planned))
}

// where says that the disk of the store takes the backups with it when it fails.
func (b Backups) where(found app.Message) app.Message {
	if !b.SameDisk {
		return found
	}
	return app.Msg("%s, on the disk of the store; others on another disk would survive that one", found)
}

func backups(f Facts) Line {
	const name = app.Noun("backups")
	b := f.Backups
	if f.follows() {
		return fine(name, app.Msg("by schedule on the node that leads"))
	}
	do := app.Msg("Run it daily, best to another disk or machine: %s", f.backup())
	if b.Away {
		return Line{name, Bad, app.Msg("they go to the disk of the store: the one that they lay on is not mounted at %s", b.Folder),
			app.Msg("Mount it, and move there what was made meanwhile. If they are to stay on the disk of the store: serve with --backup-to and another folder.")}
	}
	if b.Planned.Format != "" {
		return planned(f)
	}
	if b.Newest.IsZero() {
		return Line{name, Warn, app.Msg("none in %s", b.Folder), do}
	}
	age := f.Now.Sub(b.Newest)
	found := app.Msg("the newest good one in %s is %s old", b.Folder, app.Span(age))
	switch {
	case age > backupLate:
		return Line{name, Bad, found, do}
	case b.LastBad:
		return Line{name, Bad, app.Msg("%s, a later one did not pass its check", found), app.Msg("Is the store sound? %s\nThen again: %s", f.toType("marquee check"), f.backup())}
	case age > backupDue:
		return Line{name, Warn, found, do}
	}
	return fine(name, b.where(found))
}
