// Package massrefund is the API of refunds of whole events.
package massrefund
