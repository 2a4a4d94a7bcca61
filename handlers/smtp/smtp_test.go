package smtp

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/mail"
)

func letter(to string) *mail.Letter {
	return &mail.Letter{
		ID: "ABC", From: "office@example.com", FromName: "Müller & Söhne, \"Kultur\" GmbH", ReplyTo: "help@example.com", To: to, ToName: "Žofie\r\nBcc: all@example.com",
		Subject: "Ihre Bestellung für „Grüße“\r\nBcc: all@example.com", Language: "de", Text: "Grüße\n.\n..\nEnde\n", HTML: "<p>Grüße</p>",
	}
}

func server(t *testing.T, c Config) *Server {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestWhatAMailLooksLike(t *testing.T) {
	is := is.New(t)
	f := newFake(t)
	l := letter("ada@example.com")
	l.Leave = "leave+me@example.com"
	l.Pictures = []mail.Inline{{ID: "abc@picture", Name: "logo.png", Type: "image/png", Data: []byte("\x89PNG")}}
	l.Attachments = []mail.Attachment{{Name: "tickets-ABC.pdf", Type: "application/pdf", Data: []byte("%PDF-1.7 \x00\xff")}}
	is.NoErr(server(t, f.config()).Deliver(t.Context(), l))
	got := f.took()
	is.Equal(len(got), 1)
	is.Equal(got[0].from, "office@example.com")
	is.Equal(got[0].to, "ada@example.com")
	m, err := netmail.ReadMessage(strings.NewReader(got[0].text))
	is.NoErr(err)
	h := m.Header
	is.Equal(h.Get("Message-Id"), "<ABC@example.com>")
	is.Equal(h.Get("Bcc"), "")
	is.Equal(h.Get("User-Agent")+h.Get("X-Mailer"), "")
	is.Equal(h.Get("Auto-Submitted"), "auto-generated")
	is.Equal(h.Get("Content-Language"), "de")
	is.Equal(h.Get("List-Unsubscribe"), "<mailto:leave+me@example.com?subject=unsubscribe>")
	_, err = h.Date()
	is.NoErr(err)
	var words mime.WordDecoder
	subject, err := words.DecodeHeader(h.Get("Subject"))
	is.NoErr(err)
	is.Equal(subject, "Ihre Bestellung für „Grüße“ Bcc: all@example.com")
	from, err := netmail.ParseAddress(h.Get("From"))
	is.NoErr(err)
	is.Equal(*from, netmail.Address{Name: l.FromName, Address: "office@example.com"})
	to, err := h.AddressList("To")
	is.NoErr(err)
	is.Equal(len(to), 1)
	is.Equal(to[0].Address, "ada@example.com")
	is.Equal(partsOf(t, h.Get("Content-Type"), m.Body), []string{"text/plain", "text/html", "image/png", "application/pdf"})
	is.True(strings.Contains(got[0].text, "Content-Id: <abc@picture>") || strings.Contains(got[0].text, "Content-ID: <abc@picture>"))
}

// partsOf lists the types of the parts of a mail, however they lie in each other.
func partsOf(t *testing.T, contentType string, body io.Reader) (all []string) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		return []string{kind}
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, partsOf(t, p.Header.Get("Content-Type"), p)...)
	}
}

func TestOneConnectionCarriesManyMails(t *testing.T) {
	is := is.New(t)
	f := newFake(t)
	s := server(t, f.config())
	f.answer("RCPT gone@example.com", "550 no such mailbox")
	f.answer("RCPT grey@example.com", "451 try again later")
	for range 20 {
		is.NoErr(s.Deliver(t.Context(), letter("ada@example.com")))
		for to, permanent := range map[string]bool{"gone@example.com": true, "grey@example.com": false} {
			var no *mail.Rejection
			is.True(errors.As(s.Deliver(t.Context(), letter(to)), &no))
			is.Equal(no.Permanent, permanent)
		}
	}
	is.Equal(f.opened(), 1)
	is.Equal(len(f.took()), 20)
}

func TestWhatAServerDoes(t *testing.T) {
	for _, c := range []struct {
		must, at, answer string
		delivered        bool
		rejected         string // "", "for good" or "for now"
		taken            int
	}{
		{"takes it and drops the connection", "after", "drop", true, "", 1},
		{"drops the connection in the text", "text", "drop", false, "", 0},
		{"takes the text and says nothing", ".", "drop", false, "", 1},
		{"refuses the text", ".", "554 spam", false, "for good", 0},
		{"puts the text off", ".", "452 full", false, "for now", 0},
		{"refuses the sender, which is our mistake", "MAIL", "550 who are you", false, "for now", 0},
		{"finds it too large", "MAIL", "552 too large", false, "for good", 0},
		{"takes leave", "MAIL", "421 maintenance", false, "for now", 0},
		{"drops the connection before", "MAIL", "drop", false, "", 0},
		{"refuses to take texts", "DATA", "554 no", false, "for good", 0},
		{"does not greet", "hello", "drop", false, "", 0},
		{"greets with a no", "hello", "554 no", false, "", 0},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			f := newFake(t)
			f.answer(c.at, c.answer)
			err := server(t, f.config()).Deliver(t.Context(), letter("ada@example.com"))
			is.Equal(err == nil, c.delivered)
			var no *mail.Rejection
			is.Equal(errors.As(err, &no), c.rejected != "")
			if no != nil {
				is.Equal(no.Permanent, c.rejected == "for good")
			}
			is.Equal(len(f.took()), c.taken)
		})
	}
}

func TestAConnectionThatWasClosedMeanwhile(t *testing.T) {
	is := is.New(t)
	f := newFake(t)
	s := server(t, f.config())
	f.answer("after", "drop")
	is.NoErr(s.Deliver(t.Context(), letter("ada@example.com")))
	f.answer("after", "")
	is.NoErr(s.Deliver(t.Context(), letter("ada@example.com")))
	is.NoErr(s.Deliver(t.Context(), letter("ada@example.com")))
	is.Equal(len(f.took()), 3)
}

func TestEncryptionAndLogIn(t *testing.T) {
	t.Run("a server without STARTTLS hears no password and no mail", func(t *testing.T) {
		is := is.New(t)
		f := newFake(t)
		f.noTLS = true
		is.True(server(t, f.config()).Deliver(t.Context(), letter("ada@example.com")) != nil)
		is.Equal(len(f.took()), 0)
	})
	t.Run("but on this machine it may", func(t *testing.T) {
		is := is.New(t)
		f := newFake(t)
		f.noTLS = true
		c := f.config()
		c.Security = Plain
		is.NoErr(server(t, c).Deliver(t.Context(), letter("ada@example.com")))
	})
	t.Run("a certificate that nobody vouches for is refused", func(t *testing.T) {
		is := is.New(t)
		c := newFake(t).config()
		c.Roots = nil
		is.True(server(t, c).Deliver(t.Context(), letter("ada@example.com")) != nil)
	})
	t.Run("a wrong password is no refusal of the mail, and the server is left alone", func(t *testing.T) {
		is := is.New(t)
		f := newFake(t)
		f.password = "another"
		s := server(t, f.config())
		for range 3 {
			err := s.Deliver(t.Context(), letter("ada@example.com"))
			var no *mail.Rejection
			is.True(err != nil && !errors.As(err, &no))
			is.True(!strings.Contains(err.Error(), "secret"))
		}
		is.Equal(f.opened(), 1)
	})
	t.Run("letters beyond ASCII before the @ need a server that takes them", func(t *testing.T) {
		is := is.New(t)
		f := newFake(t)
		var no *mail.Rejection
		is.True(errors.As(server(t, f.config()).Deliver(t.Context(), letter("jörg@example.com")), &no) && no.Permanent)
		other := newFake(t)
		other.utf8 = true
		is.NoErr(server(t, other.config()).Deliver(t.Context(), letter("jörg@example.com")))
	})
}

func TestWhereAServerIs(t *testing.T) {
	for _, c := range []struct {
		in    string
		plain bool
		want  Config
		ok    bool
	}{
		{"smtp://shop@mail.example.com", false, Config{Host: "mail.example.com", Port: 587, User: "shop"}, true},
		{"smtps://shop%40example.com@mail.example.com", false, Config{Host: "mail.example.com", Port: 465, User: "shop@example.com", Security: Implicit}, true},
		{"smtp://[::1]:25", true, Config{Host: "::1", Port: 25, Security: Plain}, true},
		{"smtp://localhost:2525", true, Config{Host: "localhost", Port: 2525, Security: Plain}, true},
		{"smtp://mail.example.com", true, Config{}, false},
		{"smtps://localhost", true, Config{}, false},
		{"smtp://shop:secret@mail.example.com", false, Config{}, false},
		{"http://mail.example.com", false, Config{}, false},
		{"mail.example.com:25", false, Config{}, false},
		{"smtp://mail.example.com:0", false, Config{}, false},
		{"smtp://mail.example.com:25/x", false, Config{}, false},
		{"smtp://", false, Config{}, false},
	} {
		got, err := Parse(c.in, c.plain)
		if (err == nil) != c.ok || err == nil && got != c.want {
			t.Errorf("%s: %+v, %v", c.in, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the refusal tells the password", c.in)
		}
	}
}
