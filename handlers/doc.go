// Package handlers mounts everything that the box office answers over HTTP: the API
// of each area (handlers/company, catalog, customer, sales, order, entry), its
// document and reference page, health and metrics. An area holds one file per
// resource, with the routes and the request and response forms of that resource. It
// knows the business (app and its areas), the endpoint layer (handlers/rest) and the
// shared forms (handlers/wire), never the store and never another area.
//
// To add an endpoint: one command or query in app/<area>, one rest.Handle in
// handlers/<area>/<resource>.go, and, when the file is new, its routes in the
// routes.go of the area; then go test ./handlers -run 'TestDocument|TestPermissions'
// -update, which shows the change in testdata/openapi.json and
// testdata/permissions.txt, and a scenario in testdata/api.
//
// mount.go is the table of what answers below which path: the API below /v1, and beside
// it pages and probes, each with errors and sessions of its own.
//
// The tests of this folder speak of the whole API: every operation is played good,
// bad, forbidden and to another company; bench measures it.
package handlers
