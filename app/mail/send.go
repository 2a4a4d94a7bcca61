package mail

import (
	"bytes"
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/customer"
	"marquee/app/message"
	"marquee/app/paper"
	"marquee/app/queue"
	"marquee/app/report"
	"marquee/app/report/chart"
	"marquee/indexes"
)

// opened is a mail that is about to be handed over.
type opened struct {
	mail    Message
	facts   *facts
	written written
	// why it is not to be sent any more, "" when it is.
	why string
	// picture goes with a report, under a name; nil where there is none.
	picture     *chart.Chart
	pictureName string
}

// Send hands one mail over. Whatever comes of it stands in the list of mails.
func Send(ctx context.Context, a *app.App, m queue.Message[letterRef]) error {
	p := posts.Of(a).now()
	secret := company.NewTokenText()
	o, err := open(ctx, a, m.Company, m.Payload.MailID, secret)
	switch {
	case app.KindOf(err) == app.NotFound:
		return nil // it was forgotten
	case err != nil:
		return err
	case o.mail.State != Queued && o.mail.State != Dead:
		return nil // it was handed over, and only the queue does not know
	case o.why != "":
		return mark(ctx, a, m, func(mail *Message) { mail.become(Suppressed, o.why) }, nil)
	case p.Carrier == nil:
		return mark(ctx, a, m, func(mail *Message) { mail.become(Held, noServer) }, nil)
	}
	l, err := o.letter(ctx, a, p, m.ID)
	if err == nil && o.mail.Kind == NewPassword {
		err = company.StartReset(ctx, a, o.mail.UserID, secret, company.ResetLife)
	}
	if err == nil && o.mail.Kind == StaffInvitation {
		err = company.StartReset(ctx, a, o.mail.UserID, secret, company.InvitationLife)
	}
	if err == nil && o.mail.Kind == SignIn {
		err = customer.StartSignIn(ctx, a, m.Company, o.mail.CustomerID, secret)
	}
	if err == nil {
		err = p.Carrier.Deliver(ctx, l)
	}
	if err != nil {
		return failed(ctx, a, m, err)
	}
	return delivered(ctx, a, m, o)
}

// delivered notes that a mail was handed over. It is tried hard: what is not noted is
// sent again.
func delivered(ctx context.Context, a *app.App, m queue.Message[letterRef], o *opened) (err error) {
	packed := posts.Of(a).pack(o.written.kept)
	ctx = context.WithoutCancel(ctx)
	for i := range markTries {
		err = mark(ctx, a, m, func(mail *Message) {
			now := a.Now()
			mail.become(Sent, notUsed(o.written.notUsed))
			mail.SentAt, mail.Subject = &now, o.written.keptSubject
		}, packed)
		if err == nil || !app.StoreRefused(err) {
			return err
		}
		time.Sleep(time.Duration(i+1) * 100 * time.Millisecond)
	}
	return err
}

// notUsed says that a mail was sent with the text that comes with the box office, though the
// company has its own; "" for others.
func notUsed(why error) string {
	if why == nil {
		return ""
	}
	return "the company's own text was not used: " + reasonOf(why)
}

// failed notes why an attempt came to nothing.
func failed(ctx context.Context, a *app.App, m queue.Message[letterRef], why error) error {
	noted := mark(context.WithoutCancel(ctx), a, m, func(mail *Message) { mail.Reason = shortened(reasonOf(why), maxReason) }, nil)
	var no *Rejection
	if errors.As(why, &no) && no.Permanent {
		why = queue.Permanent(why)
	}
	if noted != nil {
		a.Log().Warn("why a mail was not sent could not be noted", "mail", m.Payload.MailID, "company", m.Company, "error", noted)
	}
	return why
}

// reasonOf an error on one line.
func reasonOf(err error) string { return clean(err.Error(), false) }

// mark changes a mail that is being sent. One of which that is not true any more was settled
// meanwhile: whom it is about was erased, and what was read before must not come back.
func mark(ctx context.Context, a *app.App, m queue.Message[letterRef], change func(*Message), packed []byte) error {
	return a.UpdateCompany(ctx, m.Company, func(tx app.Tx) error {
		now, err := messages.Get(tx, m.Payload.MailID)
		if gone(err) || err == nil && now.State != Queued && now.State != Dead {
			return nil
		}
		if err == nil {
			_, err = messages.Update(tx, m.Payload.MailID, func(mail *Message) error {
				mail.Attempts = m.Attempt
				change(mail)
				return nil
			})
		}
		if err != nil || packed == nil {
			return err
		}
		return keep(tx, m.Payload.MailID, packed)
	})
}

// Lost notes that a mail was given up.
func Lost(tx app.Tx, m queue.Message[letterRef], why string) error {
	mail, err := messageByID(tx, m.Payload.MailID)
	if app.KindOf(err) == app.NotFound {
		return nil
	}
	if err != nil || mail.State != Queued {
		return err
	}
	_, err = messages.Update(tx, mail.ID, func(mail *Message) error {
		mail.become(Dead, reasonOr(why, mail.Reason))
		return nil
	})
	return err
}

func reasonOr(why, otherwise string) string {
	for _, s := range []string{clean(why, false), otherwise} {
		if s != "" {
			return s
		}
	}
	return "given up"
}

// open reads a mail and puts it into words, as things are now. The secret is that of the
// link to set a password or to sign in, where there is one. A report that has a picture is
// put into words with what the picture shows.
func open(ctx context.Context, a *app.App, company, id int64, secret string) (*opened, error) {
	o, err := openWith(ctx, a, company, id, secret, nil)
	if err != nil || o.why != "" || o.mail.Kind != StaffReport || o.mail.State == Sent {
		return o, err
	}
	drawn, name, err := report.PictureOfRun(ctx, a, company, o.mail.ReportID, o.written.language)
	if refused, ok := errors.AsType[*app.Error](err); ok && !app.StoreRefused(refused) {
		return o, nil // its file says why
	}
	if err != nil || drawn == nil {
		return o, err
	}
	if o, err = openWith(ctx, a, company, id, secret, drawn); err == nil {
		o.picture, o.pictureName = drawn, name
	}
	return o, err
}

func openWith(ctx context.Context, a *app.App, company, id int64, secret string, drawn *chart.Chart) (*opened, error) {
	var o *opened
	p := posts.Of(a).now()
	err := a.ViewCompany(ctx, company, func(r app.Reader) (err error) {
		o = &opened{}
		if o.mail, err = messageByID(r, id); err != nil {
			return err
		}
		if o.facts, err = factsFor(r, p.BaseURL, &o.mail); gone(err) {
			o.why = "what it is about is gone"
			return nil
		}
		if err != nil {
			return err
		}
		o.facts.secret, o.facts.drawn = secret, drawn
		if o.why, err = o.facts.unwanted(r, &o.mail, a); err != nil {
			return err
		}
		o.written, err = o.facts.write(r, &o.mail)
		return err
	})
	return o, err
}

// factsFor are the facts of a mail.
func factsFor(r app.Reader, base string, m *Message) (*facts, error) {
	if m.UserID != 0 {
		return factsOfUser(r, base, m.UserID)
	}
	if m.TransferID != 0 {
		return factsOfTransfer(r, base, m.TransferID)
	}
	if m.ReportID != 0 {
		return factsOfReport(r, base, m.ReportID)
	}
	if m.CircularID != 0 {
		return factsOfCircular(r, base, m)
	}
	if m.Kind.trait().about == aCustomer {
		f, err := factsOfCustomer(r, base, m.CustomerID)
		if err == nil && m.GroupID != 0 {
			err = f.readGroup(r, m.GroupID)
		}
		return f, err
	}
	if m.OrderID == 0 {
		f, err := factsOfEvent(r, base, m.EventID, m.SlotID, m.CustomerID)
		if err == nil {
			err = f.readRun(r, m.RunID)
		}
		if err == nil && m.Kind.onApproval() {
			err = f.readApproval(r, m.EventID)
		}
		return f, err
	}
	f, err := factsOf(r, base, m.OrderID)
	if err != nil {
		return nil, err
	}
	return f.of(m), nil
}

// gone tells that what a mail is about does not exist any more.
func gone(err error) bool {
	return errors.Is(err, indexes.ErrNotFound) || app.KindOf(err) == app.NotFound
}

// letter puts a mail into its envelope.
func (o *opened) letter(ctx context.Context, a *app.App, p Post, id string) (*Letter, error) {
	to, err := company.NormalEmail(o.mail.To)
	if err != nil {
		return nil, &Rejection{true, "the address is none that mails can be sent to"}
	}
	f := o.facts
	l := &Letter{
		ID: id, From: p.From, FromName: clean(reasonOr(f.settings.SenderName, f.company.Name), false), ReplyTo: f.settings.ReplyTo,
		To: to, Subject: o.written.subject, Language: o.written.language, Text: o.written.text,
	}
	l.HTML = o.written.sheet.html(o.carry(ctx, a, l))
	if !o.mail.Kind.trait().staff {
		l.ToName = clean(o.mail.Name, false)
	}
	if o.mail.Kind == Reminder {
		l.Leave = f.settings.ReplyTo
	}
	if o.mail.Kind.trait().tickets && f.settings.Attach {
		l.Attachments, err = o.tickets(ctx, a)
	}
	if o.mail.Kind == StaffReport {
		l.Attachments, err = o.report(ctx, a)
	}
	if err == nil {
		err = o.addInvoice(ctx, a, l)
	}
	return l, err
}

// report is the file of a report that was made by the clock. What is in it is true when it
// is handed over.
func (o *opened) report(ctx context.Context, a *app.App) ([]Attachment, error) {
	name, format, file, err := report.FileOfRun(ctx, a, o.facts.company.ID, o.mail.ReportID, MaxAttachment)
	var refused *app.Error
	if errors.Is(err, report.ErrLarge) || errors.As(err, &refused) && !app.StoreRefused(err) {
		return nil, &Rejection{true, err.Error()}
	}
	if err != nil {
		return nil, err
	}
	all := []Attachment{{name, format.ContentType(), file}}
	if o.picture != nil {
		all = append(all, Attachment{o.pictureName, "image/svg+xml", []byte(o.picture.SVG())})
	}
	return all, nil
}

// tickets are the tickets of the order as a file, if there are any and it is not too
// large: then they are behind the link.
func (o *opened) tickets(ctx context.Context, a *app.App) ([]Attachment, error) {
	f := o.facts
	token := f.tokenFor(&o.mail)
	if token == "" || !f.printable && o.mail.Kind != TicketsReady || len(f.items) > maxAttached {
		return nil, nil
	}
	doc, reference, err := message.Tickets(ctx, a, token, message.Printing{
		Format: paper.A4, Language: o.written.language, Part: true, Vouchers: o.mail.Kind == GiftVoucher,
	})
	if app.KindOf(err) == app.NotFound || errors.Is(err, message.ErrRotating) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := posts.Of(a).printer.Write(ctx, &out, doc); err != nil || out.Len() > MaxAttachment {
		return nil, err
	}
	name := "tickets-"
	if o.mail.Kind == GiftVoucher {
		name = "gift-voucher-"
	}
	return []Attachment{{name + reference + ".pdf", "application/pdf", out.Bytes()}}, nil
}
