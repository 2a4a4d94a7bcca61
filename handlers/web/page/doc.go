// Package page is what all pages for people have in common: how they look, what they say,
// and what they are protected by.
//
//	serve.go    which requests are answered when, and out of which memory
//	site.go     a Site serves pages: language, colours, templates, errors
//	view.go     what a template can say and show; moment.go: times, and whose clocks show them
//	assets.go   style sheets and scripts, by the hash of their content
//	colour.go   a company's colour, made readable
//	policy.go   the headers of pages
//	cookie.go   cookies that no other host can set
//	form.go     what a form sends, and from where
//	limits.go   every limit, with its unit
//	layout.html what stands around a page; icons.go draws
//
// # RULES
//
//   - A page works without scripts. No request leaves the origin.
//   - No script and no style stands in a page, but for the company's colours, whose hash the
//     policy names.
//   - What changes something is a form that is sent by POST, from a page of this origin.
//     A POST that does not say where it comes from is refused.
//   - Cookies are for this host alone, out of reach of scripts, and not sent along with
//     requests from other sites. Behind TLS their names say so to the browser.
//   - A page is in the language that was chosen, else in the one that the browser asks for.
//   - An error page says what happened, what is safe, and a number to quote.
package page
