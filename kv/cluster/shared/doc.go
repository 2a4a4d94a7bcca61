// Package shared is what the nodes of a cluster share: a small ordered map that every one of
// them sees alike, with transactions, leases and a watch. It is what the cluster needs of etcd,
// and no more: package etcd gives it, and package fake plays it, with everything that goes wrong.
package shared
