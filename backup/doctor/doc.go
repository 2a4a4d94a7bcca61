// Package doctor judges whether a machine is fit for a box office. Looking and
// judging are apart: facts are plain values, so every verdict can be tested.
//
//	facts.go     what is looked at, and the looking
//	verdict.go   ok, warn, bad: one line each, with what to do
//	disk.go      verdicts on file system, syncs, space
//	work.go      verdicts on background work
//	cluster.go   verdicts on the nodes of a cluster, and etcd
//	machine.go   verdicts on clock, memory, permissions, addresses, certificates, backups
package doctor
