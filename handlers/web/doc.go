// Package web serves the pages for people.
//
//   - front.go, front.html, front.css: the page at /, which says that the box office is
//     open, what is announced, and where the documentation is.
package web
