// Package web serves the pages for people: what stands where.
//
//   - web.go: the pages and the paths that they answer.
//   - front.go, front.html, front.css: the page at /, which says that the box office is
//     open, what is announced, and where the documentation is.
//   - door: staff sign in, and the scanner at the doors.
//   - page: what all pages have in common. words: what they say. dist: their style sheets
//     and scripts, built from src by `make web`.
package web
