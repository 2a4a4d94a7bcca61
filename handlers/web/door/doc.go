// Package door serves the pages for staff at the doors of an event.
//
//	/staff                  sign in; the list of one's events
//	/staff/events/ID        start this phone, make gate codes, lock phones
//	/staff/events/ID/figures    how the sale and the gates go, for who may see reports
//	/door/                  the scanner: a page that works without a network
//	/door/api/...           what the scanner asks
//	/door/sw.js             its service worker; /door/manifest.webmanifest makes it an app
//
// Staff have a session: the token of a log-in in a cookie, made by the same command and
// under the same limits as that of the API. A phone that scans has a secret of its own in
// another cookie (see app/door); neither is good for the other, nor for the API.
//
// The map:
//
//	door.go       what is mounted; kinds.go: what does not wait for what
//	staff.go      sign in and out, events; event.go the doors of one,
//	              figures.go how its sale and its gates go
//	scanner.go    the page of the scanner and what makes it an app
//	api.go        how the scanner asks
//	home.go, list.go, scan.go, upload.go, search.go, join.go    what it asks
//	wasm          the rules of the gate as a program for phones
package door
