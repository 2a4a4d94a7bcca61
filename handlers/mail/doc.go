// Package mail is the API of mails: who got which, what stands in them, and to whom they
// go.
package mail
