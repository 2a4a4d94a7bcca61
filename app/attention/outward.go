package attention

import (
	"time"

	"marquee/app/list"
	"marquee/app/mail"
	"marquee/app/webhook"
)

// backupLate is how old the newest good backup may be.
const backupLate = 26 * time.Hour

// backups are of whoever runs the installation.
func (x *reading) backups() error {
	if !x.c.Installation {
		return nil
	}
	plans, err := x.a.BackupPlans(x.ctx)
	for _, p := range plans {
		since := p.Since
		if p.Good != nil {
			since = *p.Good
		}
		if x.now.Sub(since) > backupLate {
			x.add(Entry{Kind: Backups, Count: 1, Since: &since, Name: p.To})
		}
	}
	return err
}

func (x *reading) webhooks() error {
	page, err := webhook.List(x.ctx, x.a, x.c, webhook.EndpointFilter{Request: list.Request{Limit: webhook.MaxPage}})
	if err != nil {
		return err
	}
	e := Entry{Kind: WebhooksFailed}
	for i := range page.Rows {
		e.Count += page.Rows[i].Dead
	}
	x.add(e)
	return nil
}

func (x *reading) mails() error {
	page, err := mail.List(x.ctx, x.a, x.c, mail.Filter{States: []string{mail.Dead.String()}, Request: list.Request{Limit: 1}})
	if err != nil {
		return err
	}
	e := Entry{Kind: MailsFailed, Count: page.Total}
	if len(page.Rows) > 0 {
		e.Since, e.Name = &page.Rows[0].CreatedAt, page.Rows[0].To
	}
	x.add(e)
	return nil
}
