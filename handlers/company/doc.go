// Package company is the part of the API about the companies, who may do what in them, and the tables of countries, currencies and tax bands.
// Each file is a resource: its routes, and the forms of its requests and answers.
// It shares forms with the other areas through handlers/wire, and imports none of
// them.
package company
