package operate

import (
	"context"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/mail"
	"marquee/app/payment"
	"marquee/app/queue"
	"marquee/app/webhook"
	"marquee/backup"
	"marquee/backup/doctor"
	"marquee/backup/journal"
	"marquee/backup/machine"
	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// StoreWork asks a running server what it does by itself, and what of that it cannot
// do. It has no form of its own on the command line.
var StoreWork = Admin{
	Own:   true,
	Path:  "store work",
	Usage: "how the background work stands",
	Run: func(ctx context.Context, a *app.App, _ []byte) (any, error) {
		return workOf(ctx, a)
	},
}

func workOf(ctx context.Context, a *app.App) (doctor.Work, error) {
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
	all, err := queue.Statuses(ctx, a)
	for _, s := range all {
		k := doctor.Outbox{Kind: s.Kind, Dead: s.Dead, Waiting: s.Waiting + s.Leased, Unsent: s.Unsent}
		if s.Oldest != nil {
			k.Oldest = *s.Oldest
		}
		w.Outbox = append(w.Outbox, k)
	}
	if err != nil {
		return w, err
	}
	if w.Payments.Simulated, err = company.InDemo(ctx, a); err != nil {
		return w, err
	}
	mails, err := mail.StatusOf(ctx, a)
	if err != nil {
		return w, err
	}
	w.Mails = doctor.Mails{Held: mails.Held, Dead: mails.Dead, Server: mails.Server}
	called, err := webhook.StatusOf(ctx, a)
	if err != nil {
		return w, err
	}
	w.Webhooks = doctor.Webhooks{Open: called.Open, Dead: called.Dead, Troubled: called.Troubled}
	if called.Oldest != nil {
		w.Webhooks.Oldest = *called.Oldest
	}
	paid, err := payment.StatusOf(ctx, a)
	w.Payments.Unresolved, w.Payments.Discrepancies = paid.Unresolved, paid.Discrepancies
	if paid.Oldest != nil {
		w.Payments.Oldest = *paid.Oldest
	}
	return w, err
}

// workFacts are nothing while no server has the store open, or one that is too old
// to be asked.
func workFacts(ctx context.Context, dir string) (doctor.Work, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: StoreWork.Path}, func(string) {})
	if err != nil || reply.Error != "" {
		return doctor.Work{}, nil
	}
	return cmdline.Decode[doctor.Work](reply.Result)
}

// shippedFacts asks a running server how its journal is shipped; nothing while none has the
// store open, or one that is too old to be asked.
func shippedFacts(ctx context.Context, dir string) (doctor.Shipped, error) {
	reply, err := backup.Call(ctx, dir, backup.Request{Command: askShipped}, func(string) {})
	if err != nil || reply.Error != "" {
		return doctor.Shipped{}, nil
	}
	return cmdline.Decode[doctor.Shipped](reply.Result)
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
