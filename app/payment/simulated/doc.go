// Package simulated is a payment gateway that is built in: no money moves. It has a
// memory of its own, which it writes in transactions of its own and which survives a
// restart, and it misbehaves as real gateways do when it is told to: see Outcomes. It
// takes payments only while a company is in demo mode.
//
// # RULES
//
//   - An intent that nobody gave a card can be captured: a demo needs no card form.
//   - Give lets a buyer give a card: its number, or an outcome by name, says what happens
//     to the intent, and how the gateway behaves when it is captured.
//   - A voucher is paid minutes after a card was given that stands for it.
//   - Under one key there is one intent. Capturing, cancelling and refunding happen once,
//     however often they are asked for.
package simulated
