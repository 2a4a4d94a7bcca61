// Package lookup is the search over everything of a company.
package lookup
