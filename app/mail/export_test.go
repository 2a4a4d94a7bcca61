package mail

import (
	"context"

	"marquee/app"
	"marquee/app/outbox"
)

// HandOver hands a mail over as the outbox does.
func HandOver(ctx context.Context, a *app.App, company, id int64) error {
	return Send(ctx, a, outbox.Message[letterRef]{ID: "again", Company: company, Attempt: 1, Payload: letterRef{MailID: id}})
}
