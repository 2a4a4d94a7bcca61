// Package cluster has several machines keep one store. One node leads: it runs the transactions,
// as package bolt does on one machine. But a commit is durable, visible and answered when its
// write sets are in a log that the nodes share (package shared; etcd keeps it). Every node has a
// file of its own and applies the log to it, so each has the whole store, some milliseconds old,
// and any of them can lead next.
//
// # What is shared
//
//	state/base    which store this is: its id, the generation, from when on there is a log
//	state/leader  who leads, bound to a lease. The revision at which it was created is the term.
//	state/order   what a person wants: nobody leads (hold), or a certain node does (to)
//	state/trim    the log begins with what follows this time; written with each removal
//	state/node/N  what node N says of itself, on a lease of half a minute
//	state/kept/F  what each node shall have in its file F beside the store
//	state/digest  at which moment all take a digest, of what; state/digest/N what N found
//	log/PREV      the commit that follows the state of the time PREV, 8 bytes, big endian
//	part/PREV/... what of a commit has no room in one value
//
// A commit is written under two conditions: that the leader's key has the term of the writer, and
// that nobody has followed the state PREV. The first one keeps a leader that was replaced from
// writing, whatever its clock says. By the second there is one successor of each state, and to
// write again what may be there already does no harm. The log is the chain PREV -> At = PREV -> …
// from state/trim on; a commit that the chain does not reach was answered to nobody.
//
// A file never has what is not in the log: a commit is applied when it is durable there, by the
// leader too. So a leader that was replaced has nothing to take back.
//
// # What a node is
//
//	joining      has no file, or one that the log does not go on from; it fetches a copy (Join)
//	following    applies the log; answers reads, as of AsOf; refuses writes with kv.NotLeader
//	campaigning  nobody leads: it has the log to its end and tries to put its name to state/leader
//	leading      takes writes. Only it writes log/ and part/, removes from them, and compacts
//	holding      leads, and is about to give it up: it finishes what it took, takes nothing new
//	fenced       somebody else leads, or may: it answers nobody. The process ends (exit code 75)
//	             and begins again as following
//
// Each node writes its own state/node/N and state/digest/N, and who leads state/kept/F. Commands
// write state/order and state/kept/F, and state/base where nobody leads.
//
// # What a crash leaves
//
//   - While joining: a file without a name. The next start fetches again.
//   - While following: a file with the log up to a commit. It goes on from there.
//   - While campaigning: state/leader without a leader, until the lease has run out. Before the
//     node leads it removes what the chain does not reach; the next one does that again.
//   - While leading: commits in the log that were not answered. If the chain reaches them, they
//     are part of the store, and whoever asks again finds that out; if not, the next leader
//     removes them.
//   - While holding: the same. state/order stays, and whom it names leads.
//   - While the log is trimmed: nothing, it is one transaction.
//
// # Files
//
//   - options.go, node.go: Options, Start and Node, which is what others see. role.go: how its role
//     changes. records.go, keys.go, news.go: what is shared, and keeping up with it.
//   - follow.go, chain.go: following the log. campaign.go, lead.go: who leads, and how it begins
//     and ends. writer.go, pace.go, outcome.go, seal.go: commits on their way to the log.
//   - lease.go, boottime*.go: for how long a leader may be sure that it is. trim.go: what the log
//     keeps. room.go: where there is no room for more.
//   - kept.go: small files beside the store that all nodes have.
//   - commands.go: Init, Hold, Move, Reseed and the like. snapshot.go, join.go: a copy for a node
//     that has none. digest.go: comparing the nodes.
package cluster
