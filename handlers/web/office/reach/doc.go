// Package reach has the screens by which an event reaches people: codes, messages, guest lists.
//
//	codes.go    the codes of an event, or of the company; columns.go what stands in the list
//	code.go     one code: its sentence, what it does to a basket, when it was used
//	code_new.go a new one; code_form.go what the forms of both show
//	said.go     what a code does, in words; tried.go what it does to a basket; used.go when it was used
//	messages.go the messages of an event, or of all; message.go one of them, or a new one
//	guests.go   the guests of an event by letter, and who of them came
package reach
