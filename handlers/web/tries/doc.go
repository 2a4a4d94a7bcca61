// Package tries counts what each network address tried lately, so that nobody does from one place
// what many people do.
//
//	beginnings.go  what is begun: baskets, places in lines, links to sign in
//	guesses.go     codes that are of no use
package tries
