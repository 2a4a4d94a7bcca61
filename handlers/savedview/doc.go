// Package savedview is the endpoints of saved views of lists.
package savedview
