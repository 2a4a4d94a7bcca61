package company

import (
	"slices"
	"strings"
	"testing"

	"marquee/app"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestNormalEmail(t *testing.T) {
	t.Run("addresses that look the same are the same", func(t *testing.T) {
		is := is.New(t)
		for _, s := range []string{" Owner@Example.com", "owner@ＥＸＡＭＰＬＥ.com", "ｏｗｎｅｒ@example.com", "owner@exa\u200bmple.com", "\u2066owner@example.com\u2069", "OWNER＠EXAMPLE．COM"} {
			got, err := NormalEmail(s)
			is.NoErr(err)
			is.Equal(got, "owner@example.com")
		}
	})
	t.Run("what is no address after that is refused", func(t *testing.T) {
		for _, s := range []string{"\u200b@example.com", "a＠b@example.com", "a\u3000b@example.com", "＜a@b.de＞", "@", "a@\u200b"} {
			if got, err := NormalEmail(s); err == nil {
				t.Errorf("%q became %q", s, got)
			}
		}
	})
	t.Run("what no mail could be sent to is refused", func(t *testing.T) {
		for in, want := range map[string]string{
			"ada@example.com": "ada@example.com", "ada@bücher.example": "ada@xn--bcher-kva.example", "Ada@XN--BCHER-KVA.example": "ada@xn--bcher-kva.example",
			"jörg@example.com": "jörg@example.com", "a+b@sub.example.com": "a+b@sub.example.com", "ada@straße.example": "ada@xn--strae-oqa.example",
			"": "", "ada": "", "@example.com": "", "ada@": "", "a b@example.com": "", "ada@example.com\r\nBcc: x@y.z": "", "<ada@example.com>": "",
			".ada@example.com": "", "ada.@example.com": "", "a..b@example.com": "", "ada@-bad-.example": "", "ada@ex_ample.com": "", "ada@exa mple.com": "",
			"a@b@c.example": "", "ada@example.com.": "", "ada@example..com": "", "ada@[127.0.0.1]": "",
			strings.Repeat("a", 65) + "@example.com": "", "ada@" + strings.Repeat("a", 70) + ".example": "",
		} {
			got, err := NormalEmail(in)
			if got != want || (err == nil) != (want != "") {
				t.Errorf("%q: %q, %v; want %q", in, got, err, want)
			}
		}
	})
	t.Run("a normal form is its own", func(t *testing.T) {
		part := rapid.StringN(1, 20, 60)
		rapid.Check(t, func(t *rapid.T) {
			once, err := NormalEmail(part.Draw(t, "local") + "@" + part.Draw(t, "domain"))
			if err != nil {
				return
			}
			if twice, err := NormalEmail(once); err != nil || twice != once {
				t.Fatalf("%q became %q (%v)", once, twice, err)
			}
		})
	})
}

// TestEmailForms: whatever an earlier release stored of an address is looked for, and what is
// the same address is told to be.
func TestEmailForms(t *testing.T) {
	is := is.New(t)
	for typed, stored := range map[string]string{
		"ada@example.com": "ada@example.com.", "Ada@example.com.": "ada@example.com", "ada@xn--bcher-kva.example": "ada@bücher.example",
		"ada@BÜCHER.example": "ada@bücher.example", "a..b@example.com": "a..b@example.com", "ｏｌｄ@example.com": "ｏｌｄ@example.com",
	} {
		if !slices.Contains(EmailForms(typed), stored) {
			t.Errorf("%q is not found as %q", typed, stored)
		}
	}
	is.Equal(EmailForms("ada@example.com"), []string{"ada@example.com", "ada@example.com."})
	is.Equal(len(EmailForms("ada")), 0)
	is.True(SameEmail("x@example.net.", " X@Example.net") && SameEmail("x@bücher.example", "x@xn--bcher-kva.example"))
	is.True(!SameEmail("x@example.net", "y@example.net") && !SameEmail("", "y@example.net"))
}

// FuzzNormalEmail: what is accepted is one address on one line.
func FuzzNormalEmail(f *testing.F) {
	for _, s := range []string{"ada@example.com", "jörg@bücher.example", "a@b\r\nRCPT TO:<x@y>", "a@[127.0.0.1]", "\"a b\"@c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := NormalEmail(s)
		if err == nil && (strings.ContainsAny(got, "\r\n\t <>,;:\"\\") || strings.Count(got, "@") != 1) {
			t.Fatalf("%q became %q", s, got)
		}
	})
}

// A user of the time before characters had one form still logs in.
func TestFormerEmailLogsIn(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	founded(t, a)
	hash, err := HashPassword(t.Context(), a, "password", "violet anvils", "")
	is.NoErr(err)
	is.NoErr(a.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
		return users.Insert(tx, &User{Name: "Old", Email: "ｏｌｄ@example.com", PasswordHash: hash})
	}))
	_, err = LogIn(t.Context(), a, Login{Email: " Ｏｌｄ@example.com", Password: "violet anvils", Device: "till"})
	is.NoErr(err)
	is.NoErr(a.ViewCompany(t.Context(), 0, func(r app.Reader) error {
		_, err := UserByEmail(r, "ｏｌｄ@example.com")
		return err
	}))
}
