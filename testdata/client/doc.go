// Package main does the main job with a client that was generated from the API document: it logs
// in, finds an event, sells a ticket of it, lets the guest in, and finds the order in the
// feed. It gets the program, starts the demo festival with it, and ends it again.
package main
