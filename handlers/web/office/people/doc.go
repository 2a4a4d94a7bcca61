// Package people has the screens on which a company says who may do what, and on which everybody sees
// after their own access.
//
//	people.go    the list; invite.go somebody new
//	person.go    one of them: role, rights, where they are signed in; end.go the end of their access
//	roles.go     roles told as jobs; role.go one of them
//	jobs.go      which abilities make up a job
//	some.go      what counts at some events alone, of a person or a role
//	groups.go    groups of users who see some events alone
//	devices.go   what called for the company, blocked or not
//	me.go        one's own name, second factor, sessions, tokens and password
package people
