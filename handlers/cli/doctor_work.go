package cli

import (
	"context"

	"marquee/app"
	"marquee/backup"
	"marquee/backup/doctor"
)

// storeWork asks a running server what it does by itself, and what of that it cannot
// do. It has no form of its own on the command line.
var storeWork = admin{
	path:  "store work",
	usage: "how the background work stands",
	run: func(_ context.Context, a *app.App, _ []byte) (any, error) {
		return workOf(a), nil
	},
}

func workOf(a *app.App) doctor.Work {
	w := doctor.Work{Served: true}
	for _, s := range a.JobStatuses() {
		j := doctor.Job{Name: s.Name}
		for _, t := range s.Troubles {
			j.Skipped += t.Skipped
			if t.Failures > 0 {
				j.Failing++
				j.Since, j.Problem = t.Since, t.Problem
			}
		}
		w.Jobs = append(w.Jobs, j)
	}
	return w
}

// workFacts are nothing while no server has the store open, or one that is too old
// to be asked.
func workFacts(ctx context.Context, dir string) (doctor.Work, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: storeWork.path}, func(string) {})
	if err != nil || reply.Error != "" {
		return doctor.Work{}, nil
	}
	return decode[doctor.Work](reply.Result)
}
