// Package setup serves the pages on which a box office is set up: from the code that the server
// printed to an event that sells.
//
//	setup.go    the pages and who gets them
//	code.go     the code, and the first step: the company and its first user
//	steps.go    the event, its tickets, being paid, and putting it on sale
//	body.go     what stands around each step
//	field.go    every field that is asked for
//	frame.html  what stands around each step; the other files are a step each
//
// # RULES
//
//   - Each step has at most six fields, and is kept when it is sent. It can be taken again.
//   - What is guessed stands in a field, so that it can be seen and changed.
//   - No step needs a mail server, scripts or another origin.
package setup
