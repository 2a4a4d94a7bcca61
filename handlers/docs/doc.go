// Package docs serves the documentation below /docs as plain HTML without scripts.
//
//   - docs.go: the handler and its paths. page.go: the layout of every page.
//   - manual.go: the manual, Markdown files in the folder manual, which are also
//     readable in the repository.
//   - api.go, apiform.go: the API reference, one page for each operation, made from
//     the OpenAPI document. examples.go: its examples, recorded from the API
//     scenarios by a test of package handlers.
package docs
