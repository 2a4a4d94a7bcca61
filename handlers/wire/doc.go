// Package wire holds what the areas of the API share: fields that may be null,
// pages and their cursors, input that several of them read in the same way, and
// the forms of resources that more than one of them shows.
package wire
