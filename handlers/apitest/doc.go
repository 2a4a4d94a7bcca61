// Package apitest runs API scenarios: readable files of requests and the answers
// they must get. They live in testdata/api/*.txt; each file gets a world of its
// own (two twin companies A and B, see app/apptest) whose indexes and invariants
// are verified at the end. In a file whose name ends in _empty.txt there is no company.
//
//	# A comment. Money is in cents.
//	== a venue is made by whoever may
//	POST /venues as venues.create
//	Accept-Language: de
//	{"name": "Arena", "cityId": 1}
//	-> 201
//	Content-Language: de
//	{"data": {"type": "venues", "id": $venue, "attributes": {"name": "Arena", "createdAt": *time, ...}, ...}, ...}
//
//	== the other company does not see it
//	GET /venues?limit=5 as owner@B
//	-> 200
//	{"data": [], "meta": {"total": 0}, ...}
//
// A step is: method and path (below /v1) and who; then request headers; then the
// body; then "->" and the status; then answer headers; then the answer. Headers,
// bodies and the answer may be missing; a missing answer is not looked at. A body
// that is to be sent as it stands (broken JSON) works too.
//
// # Who
//
//	owner                  may do everything in company A
//	owner@B                the same in company B
//	none                   a user of A without any ability
//	sales.sell             a user of A with this ability and no other
//	sales.sell+orders.view with these two; @B for company B
//	suspended, revoked     a token that was good once
//	bad, nobody            a token that never was; no token
//
// # Variables
//
// $name in an answer takes the value at its first use and must match it later; in
// a path, header or body it is replaced, inside strings too. ${name} where a
// letter follows. A file knows $companyA, $companyB, $currency (the id) and the
// moments {now}, {now+90m}, {now-2d} in the form of requests and {stamp+90m} in
// the form of answers; {uuid:x} is the same random uuid wherever x is the same. {code:x} is
// what an authenticator app shows now that was given the secret in $x.
//
// # Answers
//
// An answer is JSON in which every member must be there and no other, except:
//
//	...       in an object or a list: anything else may follow
//	*         any value, also null
//	*int *string *bool *time *number *list *object   any value of that kind
//	*uuid     a uuid
//	*?int     null or that kind; so for each kind
//	"text*"   a string that starts so (a star at the end)
//
// # Other steps
//
//	clock +10m     moves the world's clock (also -1h, +2d)
//	do NAME        runs a hook that the test registered (apitest.Hooks)
package apitest
