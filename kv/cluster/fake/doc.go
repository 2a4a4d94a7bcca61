// Package fake plays what the nodes of a cluster share, in memory and in one process, with all
// that goes wrong on the way there: calls that come late, twice, in another order or not at all,
// answers that are lost, members that hang, leases that end, nodes that are stopped or killed.
//
// It is made for tests in a bubble of testing/synctest, where nobody waits for anything.
package fake
