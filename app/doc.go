// Package app is the kernel of the business: who calls, what a refusal is, and
// how a command reaches the store. The rules themselves live in the areas below
// it, one package each.
//
//	app.go      commands and reads on an engine
//	caller.go   who calls, ability.go what they may do
//	network.go  what an address is counted under
//	error.go    refusals, message.go their words in the caller's language
//	list.go     pages of lists: bounded, counted, resumed by cursor
//	answer.go   what a call with a uuid was told, so that a repeat is told the same
//	definition.go  what the areas make the business up of; app/areas puts it together
//	hook.go        how an area hears of something in an area above it, and asks one below it
//	scope.go       snapshots and transactions of one company
//	perapp.go      what an area keeps in memory
package app
