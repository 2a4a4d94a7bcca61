package cli

import (
	"context"

	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/backup/journal"
	"marquee/backup/machine"

	"github.com/urfave/cli/v2"
)

// shippedFacts asks a running server how its journal is shipped; nothing while none has the
// store open, or one that is too old to be asked.
func shippedFacts(ctx context.Context, dir string) (doctor.Shipped, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: askShipped}, func(string) {})
	if err != nil || reply.Error != "" {
		return doctor.Shipped{}, nil
	}
	return decode[doctor.Shipped](reply.Result)
}

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
