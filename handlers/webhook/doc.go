// Package webhook is the API of outbound calls: where they go, what became of them; and
// what sends them.
//
//	endpoints.go  the endpoints of a company; calls.go the list of calls
//	render.go     the body of a call: the object as the API shows it
//	batch.go      the body of several calls together
//	sender.go     signs and posts them
//	client.go     the client that reaches no address that is not public
package webhook
