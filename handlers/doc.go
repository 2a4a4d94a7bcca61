// Package handlers is the wire: one file per resource, with the routes and the
// request and response forms of that resource. It knows the business (app and
// its areas) and the endpoint layer (handlers/rest), never the store.
//
// To add an endpoint: one command or query in app/<area>, one rest.Handle in
// handlers/<resource>.go, and, when the file is new, one line in routes.go; then
// go test ./handlers -run 'TestDocument|TestPermissions' -update, which shows the
// change in testdata/openapi.json and testdata/permissions.txt, and a scenario in
// testdata/api.
package handlers
