// Package rehearse plays the two hours that a box office is built for, an
// on-sale and a gate rush, against a server over HTTP, and says what was slow.
//
// The clients keep an open loop when a rate is given: each request has a moment
// at which it should begin, and its latency counts from that moment, so that a
// server which stalls is charged for everybody who had to wait. Without a rate
// each client asks again as soon as it was answered.
//
//	run.go        the clients and their pace
//	together.go   the same against several nodes, of which one may go
//	requests.go   what a gate and a buyer ask for
//	latency.go    durations to figures
//	targets.go    a zone, tickets and something to sell in the store played on
//	figures.go    the report, and the first bottleneck
//	process.go    what the process used (process_*.go: per system)
package rehearse
