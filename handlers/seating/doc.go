// Package seating is the part of the API about seating plans: plans of venues, the plan
// of an event, its seats and who may sell them. read.go is the strict reader of the
// plan's JSON form, document.go the form itself.
package seating
