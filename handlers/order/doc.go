// Package order is the part of the API about what was sold: orders, their items and the movements of money.
// Each file is a resource: its routes, and the forms of its requests and answers.
// It shares forms with the other areas through handlers/wire, and imports none of
// them.
package order
