package handlers_test

import (
	"context"
	"testing"
	"time"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/system"
	"marquee/backup/doctor"
	"marquee/backup/machine"
)

// toldMachine is a machine about which a little is told, and on which little happens.
type toldMachine struct {
	asked   bool
	ended   func(system.Outcome)
	cluster *system.Cluster
}

func (m *toldMachine) Look(context.Context) (system.State, error) {
	ago := 4 * time.Second
	s := system.State{Version: "test", Since: time.Date(2026, 7, 4, 4, 2, 0, 0, time.UTC), Sync: 1500 * time.Microsecond, SyncLate: 9 * time.Millisecond, Shipped: &ago, FreeBytes: 800 << 20, TotalBytes: 40 << 30, FileBytes: 7 << 20}
	space := machine.Space{Free: s.FreeBytes, Total: s.TotalBytes}
	for _, l := range doctor.Judge(doctor.Facts{Space: space, Now: s.Since}) {
		if l.Name == "free space" {
			s.Checks = append(s.Checks, system.Check{Name: "clock", Level: system.OK, Found: app.Msg("none yet")},
				system.Check{Name: l.Name, Level: system.Level(l.Level), Found: l.Found, Do: app.Msg("Leave at least 256 MB for a rush.")})
		}
	}
	s.Backup, s.Cluster = system.Backup{To: "/mnt/stick", IsAsked: m.asked}, m.cluster
	return s, nil
}

func (m *toldMachine) BackUp() { m.asked = true }

func (m *toldMachine) Try(ended func(system.Outcome)) { m.ended = ended }

// stands is the machine of a world.
var stands = app.NewPerApp(func() *toldMachine { return new(toldMachine) })

func init() {
	// The server looks after its machine.
	hooks["machine"] = func(_ *testing.T, w *apptest.World) { system.Use(w.App, stands.Of(w.App)) }
	// The server is a node of a cluster, and etcd lost one of its members.
	hooks["cluster"] = func(_ *testing.T, w *apptest.World) {
		since := time.Date(2026, 7, 4, 3, 0, 0, 0, time.UTC)
		stands.Of(w.App).cluster = &system.Cluster{
			Name: "festival", Node: "one", Leader: "one", Since: &since, Term: 7,
			Nodes: []system.Node{
				{Name: "one", Address: "10.0.0.1:8377", Version: "test", Role: "leading", Has: since},
				{Name: "two", Address: "10.0.0.2:8377", Version: "test", Role: "following", Has: since, Behind: 3 * time.Millisecond, IsSilent: true},
			},
			Members: []system.Member{{Address: "10.0.0.1:2379", Version: "3.5.9", Leads: true, Answers: time.Millisecond, InUse: 4096, Quota: 1 << 31}, {Address: "10.0.0.2:2379", Problem: "gone"}},
		}
	}
	// The backup that is tried is good.
	hooks["trial ends"] = func(_ *testing.T, w *apptest.World) {
		stands.Of(w.App).ended(system.Outcome{Backup: "marquee-1.tar.zst", Records: 12, LastCommit: time.Date(2026, 7, 4, 4, 0, 0, 0, time.UTC)})
	}
}
