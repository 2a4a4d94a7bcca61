// Package screen is what a page of the office is made of.
//
// A package of screens lists them in a function Screens: the address of each, what it needs, its
// template, what it shows, and the operations of the API that its forms are for. All else is here.
//
//	pages.go     how screens are served; screen.go one of them
//	visit.go     who asks for a page of which company
//	post.go      what comes of a form: done, refused, or changed by somebody else meanwhile
//	form.go      a form as a template draws it; field.go one field, value.go what stands in it
//	dry.go       what an operation would come to, before it is done
//	proof.go     who sits in front of it, asked again before something sensitive is done
//	kept.go      what was typed into a form whose session ended before it was sent
//	note.go      what is said after a change, with what takes it back
//	files.go     how many files are written at once
//	frame.go     what stands around a page: company, navigation, the menu of an event
//	shown.go     what several screens say in the same way
//	sample.go    a page of all parts, in each state and with long words
//	parts.html   what pages are put together from; frame.html what stands around them
package screen
