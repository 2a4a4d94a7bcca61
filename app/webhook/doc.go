// Package webhook tells other systems what happened: calls to URLs that a company named,
// each about one object as the API shows it.
//
//	an order is completed              order.Completed → notice (in the transaction)
//	the job "outbound calls" looks     notice → a call for each endpoint that wants it
//	the queue runs the pump of it      call → POST, and what came of it
//
// # RULES
//
//   - A change is noted in its own transaction, in one small record, and only where an
//     endpoint of the company wants to hear of it: both are stored or neither.
//   - Each notice becomes one call for each endpoint that wants its kind then. What happens
//     while an endpoint is switched off, or before it was made, is not told later.
//   - A call is waiting, behind, sent or dead. Of those about one object to one endpoint the
//     oldest that is open is waiting; the others are behind it, and one of them moves up when
//     it is sent or dead. So calls about one object arrive in the order of the changes,
//     and an object whose calls fail holds up no other.
//   - Where a company has one webhook that is on and it answers well, a call is stored only with
//     what came of it: until then its notice stays. What is told so is of the last minute, and about scans
//     nothing is: a scan is noted once for several calls.
//   - A call is sent at least once. It has one id, the same in each attempt.
//   - What is sent is the object as it is when the call goes out. Nothing of it is kept, so
//     nothing that was erased since can come out; of an object that is gone the call says so.
//   - An attempt that fails is repeated after 1, 5 and 15 seconds and then ever longer; what
//     was not delivered three days after the change is a dead letter, which somebody can
//     send again.
//   - A receiver that does not answer, or that it cannot now, is asked with one call of each kind,
//     every five minutes at most. A call that was never attempted goes before those that were,
//     and waits for none of their retries. One that it refuses with 4xx says that it is there.
//     Endpoints do not wait for each other: each has a pump of its own (app/queue), and those in
//     trouble share a quarter of the slots.
//   - A call carries an HMAC over its id, its time and its body, made with each secret of
//     the endpoint that is good: two of them while one is replaced.
//   - Who names an endpoint must be able to read what it is told. A call of a kind that the
//     endpoint does not ask for any more is not sent: its URL may be somebody else's by now.
//   - An endpoint can ask for batches: lists of calls in one post, which is taken or not as
//     a whole. What was not taken goes alone the next time.
//   - A deleted endpoint gets nothing any more; its calls are forgotten.
//
// # MAP
//
//	kind.go      what can be told, and of what
//	endpoint.go  where it goes; url.go where it may go
//	notice.go    noting a change; listen.go what is noted when
//	call.go      a call as it is stored
//	look.go      what becomes of each notice: fold.go makes calls of them, direct.go has those that
//	             are sent before they are stored
//	worker.go    the job; pump.go, which the queue runs, takes the calls of one endpoint, send.go sends them; settle.go notes the results;
//	             probe.go asks those that do not answer well; pace.go makes way for those who are served
//	carry.go     what the wire has to do; sign.go the signature
//	command.go   endpoints are made, changed, deleted, and get new secrets
//	again.go     test calls, and sending again
//	list.go      lists; status.go counts
//	clear.go     what is given up, or forgotten
package webhook
