// Package passes makes what phones keep of tickets in their wallets.
//
//	keys.go      with which keys companies sign
//	archive.go   the file: a zip with the sums of its parts, and the signature over them; nothing else
//	             knows the library for it
//	form.go      what stands on a pass; text.go says it in three languages
//	picture.go   its pictures
//	save.go      the link with which the other kind of phone saves a pass
//	maker.go     all of that together
//	service.go   what phones that keep passes ask for; address.go reads their requests
//
// # RULES
//
//   - Keys are never in the store, and so in no backup, and never logged. A company without
//     them makes no passes, and its links for them are null.
//   - The type and the team of a pass are those of the certificate that it is signed with. A
//     certificate that is over signs nothing.
//   - A pass has no text in a language alone: a phone shows it in English, German or French,
//     and in the company's first language where it speaks none of them.
//   - Phones ask for a pass again with the token in it, over TLS alone. Nothing is pushed to
//     them: they ask when somebody looks at the pass, and by themselves now and then.
//   - Colours of a company carry black or white text, whichever contrasts more.
package passes
