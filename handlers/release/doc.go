// Package main packs what make release has built: an image for containers, a package for
// Debian, manual pages, and samples of what stands around a box office. It needs no other
// program. All that it writes depends on its input alone, so that a release can be made again
// and compared.
//
//	main.go    the order of the work
//	archive.go tar, gzip and ar with one time for all
//	image.go   an image with one layer, as an OCI archive for both processors
//	deb.go     the package for Debian
//	samples/   proxies, alerts and a dashboard
package main
