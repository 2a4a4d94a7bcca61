// Package locale writes dates, times and amounts as people of a language do: English
// (as in Britain), German and French. Tickets, mails and pages share it.
//
// # RULES
//
//   - Other languages than these three read English.
//   - Clocks have 24 hours. Times are those of the place, which the caller has put into
//     the time. Whose clocks they are is written where a caller asks for it, by Zone.
//   - An amount has all decimals of its currency, and the symbol where the language puts
//     it: €1,234.50 · 1.234,50 € · 1 234,50 €.
package locale
