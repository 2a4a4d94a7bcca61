package company

import (
	"testing"

	"marquee/app"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestNormalEmail(t *testing.T) {
	t.Run("addresses that look the same are the same", func(t *testing.T) {
		is := is.New(t)
		for _, s := range []string{" Owner@Example.com", "ｏｗｎｅｒ@example.com", "owner@exa\u200bmple.com", "\u2066owner@example.com\u2069", "OWNER＠EXAMPLE．COM"} {
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
