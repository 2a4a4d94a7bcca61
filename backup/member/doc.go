// Package member has a store be that of a node of a cluster, and gives a person's orders to one.
//
//   - place.go: where the nodes meet, and what is asked of a flag of it
//   - cluster.go: a cluster as its commands see it: begin, look, hold, move, leave, reseed
//   - seen.go: what is known of a cluster at a moment
//   - join.go: a copy of the store, from a node that has one
//   - node.go: this machine in its cluster while it serves
package member
