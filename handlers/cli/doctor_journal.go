package cli

import (
	"marquee/backup/doctor"
	"marquee/backup/journal"
	"marquee/backup/machine"

	"github.com/urfave/cli/v2"
)

// journalFacts looks at the newest journal where serve keeps it.
func journalFacts(c *cli.Context) (j doctor.Journal) {
	dir := keptJournal(c)
	if dir == noJournal {
		return j
	}
	all, err := journal.Generations(dir)
	switch {
	case err != nil:
		j.Damage = err.Error()
		return j
	case len(all) == 0 && dir == placesOf(c.Path("data")).Journal && !journal.IsFolder(dir):
		j.Damage = awayText("it", dir)
		return j
	case len(all) == 0:
		return j
	}
	newest := all[len(all)-1]
	j.End, j.Damage, j.Fault = newest.End, newest.Damage, journal.LastFault(dir)
	here, _ := machine.DiskOf(dir)
	store, _ := machine.DiskOf(c.Path("data"))
	j.SameDisk = here.Device == store.Device
	return j
}
