// Package certs lets the box office speak TLS: with certificates from files,
// from a public authority by ACME, or from an authority of its own for a laptop
// on a network that the world cannot reach.
//
//	guard.go     what the three ways have in common
//	files.go     certificates that somebody else renews
//	auto.go      certificates by ACME
//	local.go     the local authority, and a certificate for each address
//	keep.go      its file
//	ends.go      when certificates end
//	page.go      the pages on which phones learn to trust it
//	split.go     TLS and plain HTTP on one address
//	plain.go     what plain HTTP gets: the way to TLS
package certs
