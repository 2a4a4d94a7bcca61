// Package sales is the part of the API about selling: baskets and their completion.
// Each file is a resource: its routes, and the forms of its requests and answers.
// It shares forms with the other areas through handlers/wire, and imports none of
// them.
package sales
