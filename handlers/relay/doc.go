// Package relay stands before everything that a node of a cluster serves. What the node does not
// decide itself it passes on to the one that leads: a client may call any of them, and is never
// sent elsewhere.
//
//   - relay.go: what is answered here, and what is passed on
//   - pass.go: passing on, and what a caller is told when that fails
//   - answer.go: what an answer says of its age, and one that is taken back before it is seen
//   - gate.go: who writes at the moment, for a node that gives up leading
//   - peers.go: how nodes know each other, and what else one asks of another
package relay
