package administer

import (
	"fmt"
	"io"

	"marquee/app/company"
	"marquee/app/mail"
	"marquee/handlers/cli/cmdline"
)

var mailColumns = []column{
	{name: "id"}, {name: "kind"}, {name: "state"}, {name: "reason", as: asLong}, {name: "email", as: asLong}, {name: "name", as: asLong}, {name: "language"}, {name: "subject", as: asLong},
	{name: "orderId", as: asNumber}, {name: "eventId", as: asNumber}, {name: "attempts", as: asNumber}, {name: "createdAt", as: asMoment}, {name: "sentAt", as: asMoment},
	{name: "=subject", cell: func(r row) string { return cmdline.Printable(r.text("subject"), shownText) }},
	{name: "=reason", cell: func(r row) string { return cmdline.Printable(r.text("reason"), shownText) }},
}

var mailAddressFlags = []option{{name: "email", field: "email", usage: "the `ADDRESS`", needed: true}}

var mailCommands = []derived{
	{
		path: "mail list", usage: "list mails, newest first: who got which, and what became of it",
		example:   "marquee mail list --data ./festival\n   marquee mail list --data ./festival --state dead --json\n   marquee mail list --data ./festival --email ada@example.com",
		operation: "GET /mails",
		flags: []option{
			{name: "state", field: "states"}, {name: "kind", field: "kinds", usage: "only mails of this `KIND`, such as order-confirmation", read: knownMails},
			{name: "email", field: "email", usage: "only mails to this `ADDRESS`"}, {name: "order", field: "orderId", usage: "only mails about the order with this `ID` or reference"},
		},
		shows: []section{{
			name: "mails", columns: mailColumns,
			table: "id state kind email:TO createdAt:MADE sentAt:SENT attempts orderId:ORDER =subject:SUBJECT =reason:REASON",
		}},
	},
	{
		path: "mail show", usage: "show one mail: as it was sent, without what its links open, or as it would be sent now", example: "marquee mail show --data ./festival --id 17",
		operation: "GET /mail", flags: []option{{name: "id", field: "id", usage: "the mail's `ID`, from mail list"}},
		shows: []section{{
			upright: true, columns: append(mailColumns[:len(mailColumns):len(mailColumns)], column{name: "text", as: asBody}),
			table: "id state reason kind email:to name language orderId:order eventId:event createdAt:made sentAt:sent attempts subject text",
		}},
	},
	{
		path: "mail send", usage: "send mails that are held or dead, or at once what waits for its next attempt",
		example:   "marquee mail send --data ./festival --id 17\n   marquee mail send --data ./festival --held\n   marquee mail send --data ./festival --dead",
		operation: "POST /mails/send",
		flags: []option{
			{name: "id", field: "id", usage: "the mail's `ID`, from mail list"}, {name: "held", field: "state", is: "held", usage: "every mail that was written while there was no mail server"},
			{name: "dead", field: "state", is: "dead", usage: "every mail that was given up"},
		},
		either: []string{"id", "held", "dead"},
		says: func(_ io.Writer, r row) string {
			return fmt.Sprintf("Mails to be sent: %s. A running server sends them at once.\n", r.text("queued"))
		},
	},
	{
		path: "mail suppress", usage: "send no more mails to an address",
		example:   `marquee mail suppress --data ./festival --email ada@example.com --reason "asked for it"`,
		operation: "POST /mail-suppressions", flags: append(mailAddressFlags[:1:1], option{name: "reason", field: "reason", usage: "why, in a `TEXT`"}),
		then: withSaid, shows: []section{{columns: []column{suppressedAddress, {name: "reason"}, {name: "at", as: asMoment}}}},
		says: func(_ io.Writer, r row) string {
			return cmdline.Printable(r.text("email"), 254) + " gets no more mails.\n"
		},
	},
	{
		path: "mail allow", usage: "send mails to an address again", example: "marquee mail allow --data ./festival --email ada@example.com",
		operation: "DELETE /mail-suppressions", flags: mailAddressFlags, then: answerSaid, shows: []section{{columns: []column{suppressedAddress}}},
		says: func(_ io.Writer, r row) string {
			return cmdline.Printable(r.text("email"), 254) + " gets mails again.\n"
		},
	},
	{
		path: "mail suppressed", usage: "list the addresses that get no mails", example: "marquee mail suppressed --data ./festival",
		operation: "GET /mail-suppressions", shows: []section{{name: "addresses", from: "addresses", columns: []column{
			{name: "email", as: asLong}, {name: "reason", as: asLong}, {name: "at", as: asMoment},
		}, table: "email:ADDRESS at:SINCE reason"}},
	},
}

// suppressedAddress is an address as it is kept.
var suppressedAddress = column{name: "email", make: func(r row) any {
	normal, err := company.NormalEmail(r.text("email"))
	if err != nil {
		return r.text("email")
	}
	return normal
}}

// knownMails refuses a kind of mails that there is not: a list of it would be empty.
func knownMails(texts []string) (any, error) {
	for _, kind := range texts {
		if !mail.Kind(kind).Known() {
			return nil, cmdline.Usage("--kind must be one of %v", mail.Kinds())
		}
	}
	return texts, nil
}
