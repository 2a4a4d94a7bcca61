package smtp

import (
	"bytes"
	"errors"
	netmail "net/mail"
	"net/textproto"
	"net/url"
	"strings"

	gomail "github.com/wneessen/go-mail"
	protocol "github.com/wneessen/go-mail/smtp"

	"marquee/app/mail"
)

// envelope is a mail as the library takes it.
func (s *Server) envelope(l *mail.Letter) (*gomail.Msg, error) {
	for _, address := range []string{l.From, l.To, l.ReplyTo, l.Leave} {
		if strings.ContainsAny(address, "\r\n<> \t") {
			return nil, errors.New("an address has characters that no address has")
		}
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(&netmail.Address{Name: l.FromName, Address: l.From})
	m.AddToMailAddress(&netmail.Address{Name: l.ToName, Address: l.To})
	if l.ReplyTo != "" {
		m.ReplyToMailAddress(&netmail.Address{Address: l.ReplyTo})
	}
	m.Subject(oneLine(l.Subject))
	m.SetMessageIDWithValue(l.ID + "@" + s.domain)
	m.SetDate()
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetGenHeader("X-Auto-Response-Suppress", "All")
	m.SetGenHeader("Content-Language", oneLine(l.Language))
	if l.Leave != "" {
		m.SetGenHeaderPreformatted("List-Unsubscribe", "<mailto:"+url.PathEscape(l.Leave)+"?subject=unsubscribe>")
	}
	m.SetBodyString(gomail.TypeTextPlain, l.Text)
	m.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	for _, p := range l.Pictures { // whose bytes all mails with one share
		m.EmbedReadSeeker(p.Name, bytes.NewReader(p.Data), gomail.WithFileContentType(gomail.ContentType(p.Type)), gomail.WithFileContentID("<"+p.ID+">"))
	}
	for _, a := range l.Attachments {
		if err := m.AttachReader(a.Name, bytes.NewReader(a.Data), gomail.WithFileContentType(gomail.ContentType(a.Type))); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// oneLine is a text for a header.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\r' || r == '\n' || r == 0 }), " ")
}

// takes refuses an address with letters beyond ASCII where the server takes none.
func takes(c *protocol.Client, l *mail.Letter) error {
	if ok, _ := c.Extension("SMTPUTF8"); ok || strings.IndexFunc(l.To, func(r rune) bool { return r > 126 }) < 0 {
		return nil
	}
	return &mail.Rejection{Permanent: true, Text: "the mail server takes no addresses with letters beyond ASCII"}
}

// meaning tells what an error of the library means for the mail, and whether the
// connection is of further use.
func meaning(err error) (usable bool, out error) {
	var e *gomail.SendError
	if !errors.As(err, &e) {
		return false, err
	}
	code := e.ErrorCode()
	switch {
	case e.Reason == gomail.ErrConnCheck:
		return false, errStale
	case code == 0:
		return false, err // the connection broke
	case code == 421:
		return false, &mail.Rejection{Text: said(e)} // the server closes the connection
	}
	about := e.Reason == gomail.ErrSMTPRcptTo || e.Reason == gomail.ErrSMTPData || e.Reason == gomail.ErrSMTPDataClose
	// A sender that is refused is our mistake, which somebody mends; a mail that is too
	// large stays so.
	permanent := code >= 500 && (about || code == 552)
	return e.Reason != gomail.ErrWriteContent, &mail.Rejection{Permanent: permanent, Text: said(e)}
}

// said is what the server answered.
func said(e *gomail.SendError) string {
	var answer *textproto.Error
	if errors.As(e, &answer) {
		return answer.Error()
	}
	text, _, _ := strings.Cut(e.Error(), ", affected recipient(s)")
	return text
}
