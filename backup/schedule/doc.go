// Package schedule makes backups by itself while the box office serves.
//
//	times.go      when: cron's words, in UTC
//	decide.go     what becomes of a plan when a backup begins, is good, fails or waits
//	health.go     what is to be said of a plan: how old, verified, stale
//	scheduler.go  the loop: due, room, make, remember, warn
//
// The plan lies in the store (app.BackupPlan). What is due is decided by the wall
// clock and the plan alone, so a machine that slept or was started again catches
// up at once, and once only, however much it missed. Before a backup begins the
// plan already says when to try again: a server that dies of it does not die of it
// again at every start.
package schedule
