// Package nodes is the commands about a cluster: marquee cluster.
//
//   - nodes.go: the commands, and what they have in common
//   - begin.go: init, join, leave and reseed, which are about one data folder
//   - order.go: move, hold and resume, which the nodes follow
//   - status.go: what the cluster says of itself
//   - rescue.go: a store goes on alone
package nodes
