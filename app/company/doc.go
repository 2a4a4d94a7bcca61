// Package company knows who may do what: companies as tenants, users, their
// membership with roles and abilities, API tokens, log-ins, and the small
// tables that everything else refers to (countries, currencies, tax bands).
//
// The map:
//
//	company.go      a company and its settings; reads for the areas below
//	family.go       companies below another, and who sees what of them
//	demo.go         which companies move no money
//	create.go       a new company with what it cannot do without
//	user.go         people, unique by e-mail over the installation
//	proof.go        accounts that another company had in its hands, and showing again that it is oneself
//	user_change.go  suspending a user, a new password
//	reset.go        a new password by a mailed link
//	member.go       a person inside a company: roles, abilities, suspension
//	membersuspend.go  inviting, ending a person's access, and giving it back
//	companyuser.go  users as their company sees them; useredit.go changes them
//	signin.go       links that sign users in from the promoter's own systems
//	visibility.go   visibility groups; visibility_change.go makes and ends them
//	role.go         the system roles and a company's own; role_change.go makes them
//	settings.go     changing a company; branding.go its colours and addresses, and what
//	                stands on receipts and invoices; iban/ reads numbers of accounts
//	locale.go       which texts are language tags
//	token.go        API tokens: made, found by hash, revoked
//	owntoken.go     tokens that users make themselves
//	factor.go       the second factor of log-ins; totp.go reckons its codes
//	session.go      what tokens are for, and when those of log-ins end; ending those of others
//	login.go        e-mail and password against a token, throttled
//	throttle.go     how many guesses an e-mail, an address and the installation have left
//	authenticate.go token and company header to a Caller, cached
//	password.go     the rule for passwords, and making a strong one
//	commonpassword.go  the commonest passwords, and those close to an e-mail
//	argon2.go       the only file that knows how passwords are hashed
//	taxband.go      tax bands; taxband_change.go makes and changes them,
//	                taxabroad.go decides what a buyer from another country is charged
//	country.go      ISO 3166, from countries.tsv
//	currency.go     ISO 4217, from currencies.tsv
//	customcurrency.go  tokens of a company's own, which are no money
//	shop.go         whether the company's shop is open, and who buys in it
//	image.go        the company's pictures
//	linkkey.go      the key of links that open something
//	codekeys.go     the keys of the codes on tickets; codekeys_change.go changes them
//	limits.go       every limit, with its unit
//
// # Rules
//
//   - A user is known by e-mail over the installation and can belong to several companies.
//     Nobody gives an ability that they lack, changes their own rights, or changes somebody
//     who may do what they may not, in any company. The last super user of a company cannot
//     be demoted or suspended, nor that of the installation, or in the last company they have.
//     Nor can the last of them who is in no visibility group, or be put into one.
//   - A link for a new password is good for half an hour and once, and replaces every earlier
//     one. Whoever asks for one does not learn whether the e-mail is known. A link that signs
//     somebody in is good for a minute and once.
//   - A user whom another company made, and who never set a password by a mailed link since
//     somebody else chose the address or the password, has to do so before a company that links
//     the address lets them in. With that the tokens of programs and the second factor from
//     before end. It holds for links from now on, of users of earlier releases too: where they
//     belong already they stay.
//   - A password has ten characters, is none of the commonest, and is not close to the
//     e-mail. There are no rules about kinds of characters.
//   - A token ends when it was said to, when it is revoked and with its user's
//     suspension; that of a log-in also with a new password, and after being idle or old
//     as long as whoever runs the box office says. All of that holds from the next request
//     on. What a user may do is read anew with every change of users, roles and members.
//   - A code of a second factor is good once, within its step or the ones beside it; a recovery
//     code is good once. Where a role asks for a second factor, a log-in without one can do
//     nothing but set it up, and so can a token that such a log-in made for a program. Setting
//     it up counts for the token that confirmed it. Tokens of releases before this was kept
//     count as made with the second factor if they are of log-ins after it was confirmed.
//   - A call acts on the company in its header, else on the one selected last, else on the
//     first; a company that the user does not belong to is refused.
//   - A company is below one other at most, and what has companies below itself is below none.
//     Who runs the installation says so, and every company that it is about reads of it in its
//     log. Of what a child has, its parent sees the events in lists, and announces them; who sees
//     a part of the parent alone sees none of a child. A child sees nothing of its parent, nor of
//     the parent's other children.
//   - A company sells in its currencies, the first of which is the primary one, and writes
//     in its languages, the first of which is the fallback.
//   - The newest key of a company signs the codes on its tickets, those before it are still
//     believed until they are ended. Of a key that signs no more only the public half is kept.
//   - The default tax band cannot be deleted. A new rate holds for orders to come.
//   - A tax band can have other rates for buyers from other countries than that of the venue:
//     each country has one, all others have one together. Its tax comes on top of prices.
//     Whose country nobody knows, and what takes place nowhere, is charged the band's own rate.
//     Buyers from abroad who name a sales tax number, or whose number was verified, may account
//     for the tax themselves: they pay none, and the order keeps the rate.
//
// # What belongs to whom
//
// Every record but those of the installation has one company, whose number its key begins with.
// A transaction can write for several companies (see app.InCompany), yet no command sells for two:
//
//	events, items, prices, stock, seats   the company that made them: a child's are the child's
//	baskets, orders, payments, discount   the company in which they were made; a basket takes
//	and access codes, purchase limits     items of its own company alone
//	tickets, their codes, scans, gates    the company of the event
//	customers, their money, erasure       each company has its own, with an e-mail address or not
//	ledger, reports, invoices, taxes      the company whose money it is: none owes another one
//	payment mode                          each company; what is shown together has the same
//	users, tokens                         the installation; rights are of a company
//
// So a company can be put below another and taken from there at any time: nothing is open
// between them. Baskets across companies (globalTransactions) are refused, item by item and
// as a setting: they would need an order of the child for its part, which follows the parent's
// through every change, payment and refund, and an account between the two in both ledgers.
package company
