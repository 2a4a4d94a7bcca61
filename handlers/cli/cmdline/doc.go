// Package cmdline is what every command of the command line has.
//
//	flags.go, args.go   flags, each with its environment variable, and words among them
//	exit.go    the exit codes, and what an error says to whoever sits at the machine
//	field.go   refusals of the business, in the words of flags
//	help.go, suggest.go  help, also as manual pages, and what a mistyped word may have been meant as
//	completion.go  what shells complete
//	ask.go, secret.go  questions at a terminal, and passwords from standard input
//	show.go, progress.go  texts, moments and progress on a screen
package cmdline
