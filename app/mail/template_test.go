package mail

import (
	"slices"
	"strings"
	"testing"

	"github.com/matryer/is"

	"marquee/app/company"
	"marquee/app/locale"
)

// TestEveryLanguageHasEveryText with the same placeholders, buttons and headings.
func TestEveryLanguageHasEveryText(t *testing.T) {
	is := is.New(t)
	english := usual()[locale.English]
	is.Equal(len(english), len(traits))
	for language, all := range usual() {
		is.Equal(len(all), len(traits))
		for kind, w := range all {
			if got, want := namesIn(w.template), namesIn(english[kind].template); got != want {
				t.Errorf("%s %s: placeholders\n%s\nwant\n%s", language, kind, got, want)
			}
		}
	}
}

// namesIn lists the placeholders of each part of a text: sentences have them in orders of
// their own.
func namesIn(t *template) string {
	var names []string
	add := func(l line) {
		var own []string
		for _, p := range l {
			if p.name != "" {
				own = append(own, p.name)
			}
		}
		slices.Sort(own)
		names = append(names, own...)
	}
	add(t.subject)
	for _, b := range t.blocks {
		names = append(names, "|"+b.link)
		for _, l := range b.lines {
			add(l)
		}
	}
	return strings.Join(names, " ")
}

func TestTextsAreChecked(t *testing.T) {
	for _, c := range []struct{ must, subject, body, problem string }{
		{"a text is fine", "Hello {customer.name}", "# Title\n\nText {order.reference}\n\n- one\n- two\n\n[Open]({tickets.link})", ""},
		{"a brace is written twice", "Hello {{", "{{ is a brace", ""},
		{"a subject is needed", "  ", "text", "subject: is required"},
		{"a body is needed", "Hello", "", "body: is required"},
		{"a subject is one line", "Hello\nBcc: all@example.com", "text", "subject: must be one line"},
		{"a placeholder must be one of the mail", "Hello", "{payment.link}", "has the placeholder {payment.link}"},
		{"a subject has no secrets", "Your tickets: {tickets.link}", "text", "subject: has the placeholder {tickets.link}"},
		{"a secret is no part of a link", "Hello", "https://evil.example/?t={tickets.link}", "body: has {tickets.link} beside other text"},
		{"a secret may stand alone", "Hello", "Here:\n {tickets.link}\n\n{?order.due}{calendar.link}", ""},
		{"a brace must be closed", "Hello", "{order.reference", "has a brace that is not closed"},
		{"a button leads to a link", "Hello", "[Open]({order.reference})", "has a button that leads to {order.reference}"},
		{"a text is not endless", "Hello", strings.Repeat("a", MaxBody+1), "body: must not be longer"},
		{"no characters turn the writing", "Hello \u202e", "text", "subject: contains characters"},
	} {
		t.Run(c.must, func(t *testing.T) {
			is := is.New(t)
			_, err := parse(c.subject, c.body, Confirmation.Placeholders())
			if c.problem == "" {
				is.NoErr(err)
				return
			}
			is.True(err != nil)
			is.True(strings.Contains(err.Error(), c.problem))
		})
	}
}

// TestSecretsStandAlone: wherever a placeholder of any mail stands that opens something, it is
// in a button or alone. Which those are is told by their names.
func TestSecretsStandAlone(t *testing.T) {
	for _, kind := range Kinds() {
		for _, name := range kind.Placeholders() {
			opens := strings.HasSuffix(name, ".link") || strings.HasSuffix(name, ".codes")
			if opens != isSecret(name) {
				t.Errorf("%s: {%s} is secret: %v", kind, name, isSecret(name))
			}
			if !opens {
				continue
			}
			for _, body := range []string{"https://evil.example/?t={x}", "{x}x", "x {x}", "- {x}", "# {x}", "{x} {x}", "{x} {company.name}", "[{x}]({x})", "{{{x}"} {
				if _, err := parse("Hello", strings.ReplaceAll(body, "{x}", "{"+name+"}"), kind.Placeholders()); err == nil {
					t.Errorf("%s: %q is taken with {%s}", kind, body, name)
				}
			}
			if _, err := parse("Hello", "Look\n{"+name+"}\nhere", kind.Placeholders()); err != nil {
				t.Errorf("%s: {%s} alone is refused: %v", kind, name, err)
			}
		}
	}
}

// TestSecretsAreWrittenAlone: no line of a mail has a secret and something else, and nothing
// runs into it.
func TestSecretsAreWrittenAlone(t *testing.T) {
	is := is.New(t)
	tpl, err := parse("Hi", "https://evil.example/?t=\n{tickets.link}\n/x\n\n[https://evil.example/?t=]({calendar.link})", Confirmation.Placeholders())
	is.NoErr(err)
	v := values{"tickets.link": "https://x.example/t", "calendar.link": "https://x.example/c"}
	is.Equal(tpl.text(v, locale.English, false), "https://evil.example/?t=\n\nhttps://x.example/t\n\n/x\n\nhttps://evil.example/?t=:\nhttps://x.example/c\n")
	is.True(!strings.Contains(tpl.text(v, locale.English, true), "x.example"))
	html := tpl.html(v, "#000000", "#ffffff")
	is.True(strings.Contains(html, `<a class="link" href="https://x.example/t" style="color:#14181F;text-decoration:underline">https://x.example/t</a></p>`))
	is.Equal(line{{text: "t="}, {name: "tickets.link"}}.fill(v), "t=…") // even where nobody checked it
}

// TestWhatFillsATextIsText: it becomes no HTML, no link, no line and no header.
func TestWhatFillsATextIsText(t *testing.T) {
	is := is.New(t)
	tpl, err := parse("Hi {customer.name}", "# {customer.name}\n\nDear {customer.name}\nSeat: {order.balance}\n{?order.balance}never\n\n- {order.items}\n\n[Go {customer.name}]({tickets.link})\n\n[No]({calendar.link})", Confirmation.Placeholders())
	is.NoErr(err)
	evil := clean("<script>alert(1)</script>\r\nBcc: x@example.com {order.total} [a](http://evil)\u202e", false)
	v := values{"customer.name": evil, "tickets.link": "https://x.example/t?a=1&b=\"", "order.items": "a\nb"}
	is.True(!strings.ContainsAny(tpl.subjectOf(v), "\r\n"))
	html := tpl.html(v, "#000000", "#ffffff")
	is.True(!strings.Contains(html, "<script"))
	is.True(!strings.Contains(html, `href="http://evil`))
	is.True(strings.Contains(html, `href="https://x.example/t?a=1&amp;b=&#34;"`))
	is.True(!strings.Contains(html, "never") && !strings.Contains(html, "Seat:") && !strings.Contains(html, ">No<"))
	text := tpl.text(v, locale.English, true)
	is.True(strings.Contains(text, "- a\nb\n") && !strings.Contains(text, "x.example"))
	c := &company.Company{Name: "<b>Co", Branding: company.Branding{PrimaryColor: `#fff" onload="x`}}
	color, ink := colors(c)
	is.Equal(color+ink, slate+"#ffffff")
	s := sheet{company: c, language: `en"<`, subject: "<s>", foot: foot{imprint: "<f>", links: []footLink{{"<l>", `https://x.example/"<`}}}, tax: "<t>"}
	html = s.html(sources{cover: `"<c>`})
	for _, evil := range []string{"<b>Co", "<s>", "<f>", "<l>", "<t>", `"<c>`, `en"<`, `/"<`} {
		is.True(!strings.Contains(html, evil)) // evil
	}
}

// slate is the colour of companies that named none.
const slate = "#1f2937"

func TestColors(t *testing.T) {
	for _, c := range []struct{ in, color, ink string }{
		{"#FFF", "#ffffff", "#000000"}, {"#0f766e", "#0f766e", "#ffffff"}, {"#ffee00cc", "#ffee00", "#000000"}, {"", slate, "#ffffff"}, {"red", slate, "#ffffff"},
	} {
		color, ink := colors(&company.Company{Branding: company.Branding{PrimaryColor: c.in}})
		is.New(t).Equal([]string{color, ink}, []string{c.color, c.ink})
	}
}

// FuzzTexts: whatever is accepted can be filled, and what fills it stays text.
func FuzzTexts(f *testing.F) {
	f.Add("Hi {customer.name}", "# {order.reference}\n\n- {order.items}\n[x]({tickets.link})\n{?order.due}{{", "<b>")
	f.Add("{{", "[a]({tickets.link})", "\r\nBcc: x")
	f.Fuzz(func(t *testing.T, subject, body, value string) {
		tpl, err := parse(subject, body, Confirmation.Placeholders())
		if err != nil {
			return
		}
		v := values{}
		for _, name := range Confirmation.Placeholders() {
			v[name] = clean("<q>"+value, true)
		}
		if s := tpl.subjectOf(v); strings.ContainsAny(s, "\r\n") {
			t.Fatalf("a subject of several lines: %q", s)
		}
		if html := tpl.html(v, "#000000", "#ffffff"); strings.Contains(html, "<q>") {
			t.Fatalf("a value became HTML: %q", html)
		}
		_ = tpl.text(v, locale.English, false)
		again, err := parse(subject, body, Confirmation.Placeholders())
		if err != nil || again.text(v, locale.English, true) != tpl.text(v, locale.English, true) {
			t.Fatal("the same text is read in two ways")
		}
	})
}
