// Package system is what whoever runs the installation is told of the machine, and may have it do:
// how its disk, clock, backups and background work stand, a backup at once, and a backup that is
// restored for a trial. Who serves the store knows all that, and says it by Use.
//
//	system.go  what is told, and who tells it
//	trial.go   the last trial, which outlives the process
package system
