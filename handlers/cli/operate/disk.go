package operate

import (
	"context"
	"fmt"
	"log/slog"

	"marquee/backup/disklevel"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"
	"marquee/handlers/rest"

	"github.com/urfave/cli/v2"
)

// reserveName is the flag for the room that must stay free.
const reserveName = "disk-reserve"

func reserveFlag() cli.Flag {
	return cmdline.Whole(reserveName, disklevel.Start>>20, "do not start with fewer `MEGABYTES` free on the disk")
}

// spaceToStart refuses to start on a disk that is about to be full. A disk that
// cannot be read is no reason not to sell.
func spaceToStart(dir string, megabytes int, log *slog.Logger) error {
	space, err := machine.SpaceOf(dir)
	if err != nil {
		log.Warn("free space cannot be read", "error", err)
		return nil
	}
	if free := space.Free >> 20; free < int64(megabytes) {
		return &cmdline.Exit{Code: cmdline.ExitFull, Err: fmt.Errorf(`only %d MB are free on the disk of %s, and the server needs %d to start
Make room there. To open the doors at once, start with --disk-reserve %d`, free, dir, megabytes, max(free/2, 1))}
	}
	return nil
}

// watchDisk keeps the level of the disk until ctx ends. The level shows in the metrics and
// in the notes of the store.
func watchDisk(ctx context.Context, dir string, store *Store, log *slog.Logger) {
	l := disklevel.New(dir, store.App.SetDisk, log)
	l.Step()
	store.Gauges = append(store.Gauges,
		rest.Gauge{Name: "marquee_disk_free_bytes", Help: "Room on the disk of the data folder.", Value: func() float64 { return float64(l.Free()) }},
		rest.Gauge{Name: "marquee_disk_level", Help: "0 fine; 1 no new sales and imports; 2 only scans, refunds and reads.", Value: func() float64 { return float64(store.App.Disk()) }},
	)
	store.Notes = append(store.Notes, func() string {
		return fmt.Sprintf("disk: %s, %d MB free", store.App.Disk(), l.Free()>>20)
	})
	go l.Run(ctx)
}
