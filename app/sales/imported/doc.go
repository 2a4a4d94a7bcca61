// Package imported keeps what was sold elsewhere or before: by tills without a connection, in
// other systems, and for the demo. What was sold was sold: prices are believed, and no rule of
// the basket applies.
//
// The rules are told in the documentation of package sales.
//
//	import.go        orders in the state that they are to have
//	foreign.go       orders of other systems
//	upload.go        sales of tills, which upload_check.go looks at first
//	upload_limit.go  what a till may take while it is alone
package imported
