package administer

import (
	"fmt"
	"io"

	"marquee/handlers/cli/cmdline"
)

var webhookColumns = []column{
	{name: "id"}, {name: "name"}, {name: "url", as: asLong}, {name: "kinds", as: asList}, {name: "enabled", from: "isEnabled", as: asYes},
	{name: "batch", from: "batchSize", as: asNumber}, {name: "open", from: "openCalls", as: asNumber}, {name: "dead", from: "deadCalls", as: asNumber},
	{name: "missed", from: "missedCalls", as: asNumber},
}

// webhookFlags are those of what is told of a webhook.
var webhookFlags = []option{{name: "url", field: "url"}, {name: "kinds", field: "kinds"}, {name: "batch", field: "batchSize"}, {name: "name", field: "name", usage: "what you call it"}}

func oneWebhook(more ...column) []section {
	return []section{{columns: append(webhookColumns[:len(webhookColumns):len(webhookColumns)], more...)}}
}

func saysSecret(_ io.Writer, r row) string {
	return fmt.Sprintf("Webhook %s calls %s.\nIts secret, which is not shown again: %s\n", r.text("id"), cmdline.Printable(r.text("url"), 500), r.text("secret"))
}

var webhookCommands = []derived{
	{
		path: "webhooks list", usage: "list where other systems are called about changes", example: "marquee webhooks list --data ./festival",
		operation: "GET /webhooks", shows: []section{{name: "webhooks", columns: webhookColumns, table: "id name url enabled batch open:WAIT dead missed kinds"}},
	},
	{
		path: "webhooks create", usage: "have another system called about changes; prints the secret that signs the calls",
		example:   "marquee webhooks create --data ./festival --url https://books.example.com/marquee --kinds order-completed,order-refunded",
		operation: "POST /webhooks", flags: webhookFlags, without: []string{"isEnabled"}, shows: oneWebhook(column{name: "secret"}), says: saysSecret,
	},
	{
		path: "webhooks update", usage: "change where another system is called, or about what; or switch it off and on",
		example:   "marquee webhooks update --data ./festival --id 1 --disable\n   marquee webhooks update --data ./festival --id 1 --kinds order-completed",
		operation: "POST /webhooks/update",
		flags: append([]option{
			{name: "disable", field: "isEnabled", is: false, usage: "call it no more; what happens meanwhile is not told later"},
			{name: "enable", field: "isEnabled", is: true, usage: "call it again"},
		}, webhookFlags...),
		shows: oneWebhook(), says: func(_ io.Writer, r row) string { return "Webhook " + r.text("id") + " is changed.\n" },
	},
	{
		path: "webhooks delete", usage: "call another system no more, and forget its calls", example: "marquee webhooks delete --data ./festival --id 1",
		operation: "DELETE /webhooks", then: answerSaid, shows: []section{{columns: []column{{name: "id"}}}},
		says: func(_ io.Writer, r row) string { return "Webhook " + r.text("id") + " is deleted.\n" },
	},
	{
		path: "webhooks secret", usage: "give a webhook a new secret; the one before signs beside it for a while",
		example:   "marquee webhooks secret --data ./festival --id 1 --keep-hours 48",
		operation: "POST /webhooks/secret", shows: oneWebhook(column{name: "secret"}), says: saysSecret,
	},
	{
		path: "webhooks test", usage: "send a call about nothing", example: "marquee webhooks test --data ./festival --id 1",
		operation: "POST /webhooks/test", shows: []section{{columns: []column{{name: "id", from: "callId"}}}},
		says: func(w io.Writer, r row) string {
			return fmt.Sprintf("Call %s is queued, and a running server sends it at once. See what became of it: %s\n", r.text("id"), cmdline.ToType(w, "marquee webhooks calls"))
		},
	},
	{
		path: "webhooks calls", usage: "list calls, newest first: what other systems were told, and what they answered",
		example:   "marquee webhooks calls --data ./festival\n   marquee webhooks calls --data ./festival --state dead --json",
		operation: "GET /webhook-calls",
		flags: []option{
			{name: "webhook", field: "webhookId", usage: "only calls of the webhook with this `ID`"}, {name: "state", field: "states"},
			{name: "kind", field: "kinds", usage: "only calls of this `KIND`, such as order-completed"},
		},
		shows: []section{{name: "calls", columns: []column{
			{name: "id"}, {name: "webhookId"}, {name: "kind"}, {name: "objectId", as: asNumber}, {name: "messageId"}, {name: "state"}, {name: "attempts", as: asNumber},
			{name: "status", as: asNumber}, {name: "problem"}, {name: "occurredAt", as: asMoment}, {name: "due", from: "dueAt", as: asMoment}, {name: "endedAt", as: asMoment},
		}, table: "id webhookId:WEBHOOK state kind objectId:OBJECT occurredAt:HAPPENED attempts status due problem"}},
	},
	{
		path: "webhooks send", usage: "send calls again that were given up, or at once one that waits for its next attempt",
		example:   "marquee webhooks send --data ./festival --id 17\n   marquee webhooks send --data ./festival --webhook 1",
		operation: "POST /webhook-calls/send",
		flags: []option{
			{name: "id", field: "id", usage: "the call's `ID`, from webhooks calls"}, {name: "webhook", field: "webhookId", usage: "all dead calls of the webhook with this `ID`"},
		},
		either: []string{"id", "webhook"},
		says: func(_ io.Writer, r row) string {
			more := ""
			if r.yes("more") {
				more = "There are more: run it again.\n"
			}
			return fmt.Sprintf("Calls to be sent: %s. A running server sends them at once.\n%s", r.text("queued"), more)
		},
	},
}
