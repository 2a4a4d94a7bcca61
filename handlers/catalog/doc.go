// Package catalog is the part of the API about what is on offer: venues, inventory items, events and sale items.
// Each file is a resource: its routes, and the forms of its requests and answers.
// It shares forms with the other areas through handlers/wire, and imports none of
// them.
package catalog
