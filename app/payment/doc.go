// Package payment keeps what is paid by card over a payment gateway: the payments, how
// each stands, and the calls to the gateway that are not finished. What a payment does
// to its order is package sales' business. Gateways themselves are elsewhere: package
// simulated beside this one, and those that need a network outside of app.
//
// # The map
//
//	gateway.go    what a gateway does, and how one is found
//	state.go      the states of a payment
//	record.go     what is stored
//	move.go       the one way in which a payment changes its state
//	calls.go      the kinds of calls to the gateway: attempts and queue entries
//	open.go       opening an intent
//	local.go      payments by voucher
//	outside.go    what became of taken money at the gateway without this store
//	verdict.go    what somebody finds out, and where it counts
//	read.go       finding payments; listed.go those of a company
//	summary.go    what is not resolved
//	invariant.go  what always holds
//
// # RULES
//
//   - A payment is one amount of one order that is to be taken by card. It has one
//     transaction, whose id is what clients call the payment by, and one intent at the
//     gateway.
//   - opening → open → capturing → captured → paid is the straight way. Money moves when
//     an intent is captured, never before: until then a buyer's card is at most
//     authorised, and giving an intent up costs nobody anything.
//   - No transaction of the store is open while a gateway is asked.
//   - Each call to a gateway carries a key under which the gateway does one thing once,
//     so each can be repeated.
//   - An order has one payment that counts. Opening another gives the one before up.
//   - An intent that is no longer wanted is cancelled at the gateway; if it turns out to
//     be captured, the money is dealt with as below.
//   - Captured money ends in one of two ways: its order is complete with it (paid), or it
//     is given back whole (refunded). A transaction of money that is given back never
//     counted as paid.
//   - A capture that nobody knows the outcome of is asked about until it is known. When
//     the gateway says that nothing was taken, the intent is cancelled first, so that it
//     stays so.
//   - Money that was given back at the gateway by somebody else, or is disputed there, changes
//     nothing here: it is told, until somebody has dealt with it.
//   - A local payment is made with a voucher at a shop or a bank, hours or days later. It is
//     captured by the gateway and stays open until that tells of it; it is asked now and
//     then, more and more seldom, where it does not tell by itself.
//   - The simulated gateway takes payments only while the company is in demo mode.
package payment
