// Package web serves the pages for people: what stands where.
//
//   - web.go: the pages and the paths that they answer.
//   - shop: what buyers see, from the address of the server to their tickets. cover: the pictures
//     of events, tries: how often things are tried from one place.
//   - door: staff sign in, and the scanner at the doors.
//   - page: what all pages have in common. words: what they say. dist: their style sheets
//     and scripts, built from src by `make web`.
package web
