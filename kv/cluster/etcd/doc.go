// Package etcd keeps what the nodes of a cluster share in etcd. It is the only one that knows
// etcd's client.
//
//   - options.go: which members are asked, how they are trusted, and how one logs in.
//   - store.go: shared.Store, with a connection of its own to each member, so that it is known
//     who answers and who hangs. watch.go: its watch.
//   - room.go: making room where there is none. health.go: how the members are.
package etcd
