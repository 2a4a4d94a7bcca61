// Package stripe is the payment gateway of that name: it takes cards for companies that
// are not in demo mode and have keys for it.
//
//	keys.go     the keys, from a file of the owner alone or from the environment
//	gateway.go  what package payment asks a gateway to do
//	amount.go   what amounts are to the gateway: nothing else converts them
//	webhook.go  the notices that the gateway sends
//	api.go      the gateway's own library; nothing else imports it
//
// # RULES
//
//   - Keys are never in the store, and so in no backup, and never logged. A file with
//     keys that others may read is refused.
//   - Intents are captured by hand: confirming one authorises a card, and no more.
//   - Every call carries an idempotency key. An answer that says that nothing was done,
//     with a reason, is a refusal; anything else is no answer, and is asked about.
//   - A notice must carry the signature of its company's secret, made in the last five
//     minutes. It is not believed even then: the gateway is asked. So a notice that comes
//     twice, or late, changes nothing.
package stripe
