package company

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv/bolt"
	"marquee/kv/kvtest"
	"marquee/kv/mem"

	"github.com/matryer/is"
	"pgregory.net/rapid"
)

func TestPasswords(t *testing.T) {
	a := app.New(mem.New(mem.Options{}), nil, app.Options{})
	t.Run("the hash is argon2id with its parameters, and never the same twice", func(t *testing.T) {
		is := is.New(t)
		one, err := hashPassword(t.Context(), a, goodPassword)
		is.NoErr(err)
		two, err := hashPassword(t.Context(), a, goodPassword)
		is.NoErr(err)
		is.True(strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$"))
		is.True(one != two)
		for _, hash := range []string{one, two} {
			fits, err := verifyPassword(t.Context(), a, hash, goodPassword)
			is.NoErr(err)
			is.True(fits)
			fits, err = verifyPassword(t.Context(), a, hash, goodPassword+" ")
			is.NoErr(err)
			is.True(!fits)
		}
	})
	t.Run("a damaged hash fits nothing", func(t *testing.T) {
		is := is.New(t)
		for _, hash := range []string{"", "plain", "$argon2id$", "$argon2id$v=19$m=19456,t=2,p=1$$", "$argon2id$v=19$m=8,t=0,p=0$AAAA$AAAA", "$2a$10$abc"} {
			fits, err := verifyPassword(t.Context(), a, hash, "")
			is.NoErr(err)
			is.True(!fits)
		}
	})
	t.Run("a guess at an unknown e-mail costs as much as at a known one", func(t *testing.T) {
		is := is.New(t)
		known, err := hashPassword(t.Context(), a, goodPassword)
		is.NoErr(err)
		all := hashes.Of(a)
		member, _ := all.toCompare(known)
		for _, hash := range []string{"", "damaged"} {
			stranger, canFit := all.toCompare(hash)
			is.True(!canFit)
			cost := func(h phc) phc {
				return phc{h.memory, h.time, h.threads, make([]byte, len(h.salt)), make([]byte, len(h.key))}
			}
			is.Equal(cost(stranger), cost(member)) // the same work, whoever is guessed at
		}
	})
	t.Run("the rule names each weakness", func(t *testing.T) {
		for password, problems := range map[string]int{
			"violet anvils": 0, "VIOLETANVILS": 0, "9216408537": 0, "Zwölf Ümlaute 1": 0, "zwölfumlau": 0,
			"": 1, "Abc1": 1, "zwölfumla": 1, strings.Repeat("Aa1", 43): 1,
			"1234567890": 1, "QWERTYUIOP": 1, "Password2027!": 1, "!!letmein!!": 1, "letmein": 2, "ｐassword12": 1,
			"owner@example.com": 1, "Owner-Example": 1, "ownerexample77": 1, "owner": 2, "the owner sings well": 0,
		} {
			var p app.Problems
			if checkPassword(&p, "password", password, "owner@example.com"); len(p) != problems {
				t.Errorf("%q: %v", password, p.Err())
			}
		}
	})
	t.Run("a made password keeps the rule", func(t *testing.T) {
		for range 200 {
			var p app.Problems
			if checkPassword(&p, "password", StrongPassword(), "owner@example.com"); p.Err() != nil {
				t.Fatal(p.Err())
			}
		}
	})
}

func TestTokens(t *testing.T) {
	t.Run("only a token's hash is stored", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		f := founded(t, a)
		hash, ok := hashToken(f.Token)
		is.True(ok)
		is.NoErr(a.ViewCompany(t.Context(), 0, func(r app.Reader) error {
			stored, err := tokenByHash.Get(r, hash[:])
			is.Equal(stored.UserID, f.Owner.ID)
			return err
		}))
	})
	t.Run("any change of one letter is noticed without the store", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			text := []byte(NewTokenText())
			at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
			to := rapid.SampledFrom([]byte(base62Letters)).Draw(t, "to")
			same := text[at] == to
			text[at] = to
			if _, ok := hashToken(string(text)); ok != same {
				t.Fatalf("%s: ok is %v", text, ok)
			}
		})
	})
	t.Run("revoked, suspended, without a role: the next call knows", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		boss := owner(t, a)
		_, err := CreateUser(t.Context(), a, boss, NewUser{Email: "gate@example.com", Roles: []int64{RoleScanning}})
		is.NoErr(err)
		made, token, err := CreateToken(t.Context(), a, "gate@example.com", "phone")
		is.NoErr(err)
		c, err := Authenticate(t.Context(), a, token, nil)
		is.NoErr(err)
		is.True(c.Can(app.ScanZones) && !c.Can(app.Sell))
		_, err = RevokeToken(t.Context(), a, made.ID)
		is.NoErr(err)
		_, err = Authenticate(t.Context(), a, token, nil)
		is.Equal(app.KindOf(err), app.Unauthenticated)

		_, token, err = CreateToken(t.Context(), a, "gate@example.com", "phone")
		is.NoErr(err)
		_, err = Authenticate(t.Context(), a, token, nil)
		is.NoErr(err)
		for range 2 {
			_, err = SuspendUser(t.Context(), a, "gate@example.com")
			is.NoErr(err)
			_, err = Authenticate(t.Context(), a, token, nil)
			is.Equal(app.KindOf(err), app.Unauthenticated)
			_, err = RestoreUser(t.Context(), a, "gate@example.com")
			is.NoErr(err)
			_, err = Authenticate(t.Context(), a, token, nil)
			is.NoErr(err)
		}
	})
	t.Run("the last use is noted, at most once an hour", func(t *testing.T) {
		is := is.New(t)
		a, now := newApp(t)
		f := founded(t, a)
		used := func() *time.Time {
			_, err := Authenticate(t.Context(), a, f.Token, nil)
			is.NoErr(err)
			all, err := TokensOf(t.Context(), a, f.Owner.Email)
			is.NoErr(err)
			return all[0].LastUsedAt
		}
		first := used()
		is.True(first != nil)
		*now = now.Add(59 * time.Minute)
		is.Equal(used(), first)
		*now = now.Add(2 * time.Minute)
		is.True(used().After(*first))
	})
}

// TestLogInsHideNoTokenOfAProgram: whoever lists tokens to revoke one finds it, also behind a
// client that logs in each time.
func TestLogInsHideNoTokenOfAProgram(t *testing.T) {
	is := is.New(t)
	a, now := newApp(t)
	c := owner(t, a)
	text, err := LogIn(t.Context(), a, Login{Email: c.UserEmail, Password: goodPassword})
	is.NoErr(err)
	c, err = Authenticate(t.Context(), a, text, nil)
	is.NoErr(err)
	until := now.Add(time.Hour)
	for name, end := range map[string]*time.Time{"kept": nil, "for an hour": &until} {
		_, _, err := MakeOwnToken(t.Context(), a, c, name, end, nil)
		is.NoErr(err)
	}
	is.NoErr(a.UpdateCompany(t.Context(), 0, func(tx app.Tx) error {
		for range MaxTokensShown {
			if _, err := insertToken(tx, Token{UserID: c.UserID, Name: "login", Purpose: ForLogin}, NewTokenText()); err != nil {
				return err
			}
		}
		return nil
	}))
	shown := func(name string) bool {
		all, err := OwnTokens(t.Context(), a, c)
		is.NoErr(err)
		return slices.ContainsFunc(all, func(t Token) bool { return t.Name == name })
	}
	is.True(shown("kept") && shown("for an hour"))
	*now = now.Add(2 * time.Hour)
	is.True(shown("kept") && !shown("for an hour"))
}

func TestWhichCompany(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	f := founded(t, a)
	boss, err := Authenticate(t.Context(), a, f.Token, nil)
	is.NoErr(err)
	second, err := CreateCompany(t.Context(), a, boss, NewCompany{Name: "Second", CurrencyCode: "GBP"})
	is.NoErr(err)

	c, err := Authenticate(t.Context(), a, f.Token, nil)
	is.NoErr(err)
	is.Equal(c.CompanyID, f.Company.ID) // the one selected last
	c, err = Authenticate(t.Context(), a, f.Token, &second.ID)
	is.NoErr(err)
	is.Equal(c.CompanyID, second.ID) // the header's
	c, err = Authenticate(t.Context(), a, f.Token, nil)
	is.NoErr(err)
	is.Equal(c.CompanyID, f.Company.ID) // which it does not change
	for _, foreign := range []int64{-1, 0, 99} {
		_, err = Authenticate(t.Context(), a, f.Token, &foreign)
		is.Equal(app.KindOf(err), app.Forbidden)
	}
}

func TestGranting(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	boss := *owner(t, a)
	role, err := CreateRole(t.Context(), a, &boss, RoleFields{Title: new("Refunder"), Abilities: &[]app.Ability{app.Refund}})
	is.NoErr(err)
	is.Equal(role.ID, int64(firstOwnRole))
	boss.Super, boss.Abilities = false, map[app.Ability]bool{app.ManageUsers: true, app.ViewOrders: true}
	_, err = CreateUser(t.Context(), a, &boss, NewUser{Email: "a@example.com", Abilities: []app.Ability{app.ViewOrders}})
	is.NoErr(err)
	_, err = CreateRole(t.Context(), a, &boss, RoleFields{Title: new("Other"), Abilities: &[]app.Ability{app.Refund}})
	is.Equal(app.KindOf(err), app.Forbidden)
	for _, beyond := range []NewUser{
		{Email: "b@example.com", Abilities: []app.Ability{app.Refund}},
		{Email: "b@example.com", Roles: []int64{RoleBoxOffice}},
		{Email: "b@example.com", Roles: []int64{firstOwnRole}},
		{Email: "b@example.com", Super: true},
	} {
		_, err := CreateUser(t.Context(), a, &boss, beyond)
		is.Equal(app.KindOf(err), app.Forbidden)
	}
}

// TestARolesNumberIsNeverGivenAgain: whoever had a role that was deleted holds nothing of
// the next one.
func TestARolesNumberIsNeverGivenAgain(t *testing.T) {
	is := is.New(t)
	a, _ := newApp(t)
	boss := owner(t, a)
	old, err := CreateRole(t.Context(), a, boss, RoleFields{Title: new("Scanner"), Abilities: &[]app.Ability{app.ScanZones}})
	is.NoErr(err)
	_, err = CreateUser(t.Context(), a, boss, NewUser{Email: "bob@example.com", Password: goodPassword, Roles: []int64{old.ID}})
	is.NoErr(err)
	is.NoErr(DeleteRole(t.Context(), a, boss, old.ID))
	next, err := CreateRole(t.Context(), a, boss, RoleFields{Title: new("Accountant"), Abilities: &[]app.Ability{app.Refund}})
	is.NoErr(err)
	is.True(next.ID > old.ID)
	text, err := LogIn(t.Context(), a, Login{Email: "bob@example.com", Password: goodPassword})
	is.NoErr(err)
	bob, err := Authenticate(t.Context(), a, text, nil)
	is.NoErr(err)
	is.True(!bob.Can(app.Refund) && !bob.Can(app.ScanZones))
}

// guesses sends n wrong log-ins at once and counts those that were evaluated.
func guesses(t *testing.T, a *app.App, n int) (evaluated, throttled int) {
	var (
		wg sync.WaitGroup
		mu sync.Mutex
	)
	for range n {
		wg.Go(func() {
			_, err := LogIn(t.Context(), a, Login{Email: "owner@example.com", Password: "wrong", Device: "x"})
			mu.Lock()
			defer mu.Unlock()
			switch app.KindOf(err) {
			case app.Invalid:
				evaluated++
			case app.TooMany:
				throttled++
			default:
				t.Errorf("unexpected answer: %v", err)
			}
		})
	}
	wg.Wait()
	return evaluated, throttled
}

func TestGuessing(t *testing.T) {
	t.Run("fifty guesses in parallel get five", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		evaluated, throttled := guesses(t, a, 50)
		is.Equal(evaluated, LoginFailures)
		is.Equal(throttled, 50-LoginFailures)
	})
	t.Run("a restart gives no new guesses", func(t *testing.T) {
		is := is.New(t)
		path := t.TempDir() + "/store.db"
		e, err := bolt.Open(path, bolt.Options{})
		is.NoErr(err)
		a := app.New(e, nil, app.Options{})
		founded(t, a)
		guesses(t, a, LoginFailures)
		is.NoErr(e.Close())
		e, err = bolt.Open(path, bolt.Options{})
		is.NoErr(err)
		evaluated, _ := guesses(t, app.New(e, nil, app.Options{}), 1)
		is.Equal(evaluated, 0)
		is.NoErr(e.Close())
	})
	t.Run("another e-mail is not held up", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		guesses(t, a, LoginFailures+1)
		_, err := LogIn(t.Context(), a, Login{Email: "other@example.com", Password: "wrong"})
		is.Equal(app.KindOf(err), app.Invalid)
	})
	t.Run("four wrong ones and a right one start again from nothing", func(t *testing.T) {
		is := is.New(t)
		a, _ := newApp(t)
		founded(t, a)
		for range 2 {
			guesses(t, a, LoginFailures-1)
			_, err := LogIn(t.Context(), a, Login{Email: "Owner@example.com", Password: goodPassword})
			is.NoErr(err)
		}
	})
	t.Run("guesses at ever new e-mails from ever new addresses do not fill the store", func(t *testing.T) {
		is := is.New(t)
		a, now := newApp(t)
		const each = 100
		attempt := func(prefix string) {
			for i := range each {
				who := guesser{prefix + strconv.Itoa(i) + "@example.com", prefix + strconv.Itoa(i)}
				_, err := guess(t.Context(), a, who)
				is.NoErr(err)
				*now = now.Add(2 * LoginWindow / InstallationFailures)
			}
		}
		attempt("first")
		*now = now.Add(2 * ShortLoginMemory)
		attempt("second")
		is.True(throttlesLeft(t, a) < 3*each) // of 4*each and one, made in this time
		*now = now.Add(2 * ShortLoginMemory)
		attempt("third")
		is.True(throttlesLeft(t, a) < 3*each) // and it does not grow
	})
}

// TestGuessingSlowsDown: whoever guesses all day at one e-mail, as fast as they are
// let, gets fewer than a hundred guesses; the owner's own place is in nobody's way.
func TestGuessingSlowsDown(t *testing.T) {
	is := is.New(t)
	a, now := newApp(t)
	f := founded(t, a)
	home := Login{Email: f.Owner.Email, Password: goodPassword, Address: "198.51.100.7"}
	_, err := LogIn(t.Context(), a, home)
	is.NoErr(err)
	tried := 0
	for end := now.Add(24 * time.Hour); now.Before(end); *now = now.Add(10 * time.Second) {
		_, err := guess(t.Context(), a, guesser{f.Owner.Email, app.Network("203.0.113.9")})
		switch {
		case err == nil:
			tried++
		case app.KindOf(err) != app.TooMany:
			t.Fatal(err)
		}
	}
	is.True(tried > 50 && tried < 100)
	_, err = LogIn(t.Context(), a, home)
	is.NoErr(err)
	// Who stops for a while between guesses gets no more.
	slow := 0
	for end := now.Add(24 * time.Hour); now.Before(end); *now = now.Add(ShortLoginMemory) {
		for range LoginFailures - 1 {
			if _, err := guess(t.Context(), a, guesser{"other@example.com", ""}); err == nil {
				slow++
			}
		}
	}
	is.True(slow < 100)
}

func TestDelays(t *testing.T) {
	is := is.New(t)
	for row, want := range map[int64]time.Duration{
		0: 0, LoginFailures - 1: 0, LoginFailures: time.Minute, LoginFailures + 1: 2 * time.Minute,
		LoginFailures + 3: 8 * time.Minute, LoginFailures + 4: MaxLoginDelay, LoginFailures + 90: MaxLoginDelay, 1 << 40: MaxLoginDelay,
	} {
		is.Equal(delay(row), want)
	}
}

func throttlesLeft(t *testing.T, a *app.App) int {
	left := 0
	err := a.ViewCompany(t.Context(), 0, func(r app.Reader) error {
		left = 0
		for _, err := range throttles.Scan(r, indexes.All[[]byte]()) {
			if err != nil {
				return err
			}
			left++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// BenchmarkAuthenticate is the token check of every request, by cache and by store.
func BenchmarkAuthenticate(b *testing.B) {
	meter := kvtest.Meter(mem.New(mem.Options{}))
	a := app.New(meter, nil, app.Options{})
	token := founded(b, a).Token
	for name, drop := range map[string]bool{"cached": false, "resolved": true} {
		b.Run(name, func(b *testing.B) {
			if _, err := Authenticate(b.Context(), a, token, nil); err != nil {
				b.Fatal(err)
			}
			meter.Reset()
			b.ReportAllocs()
			for b.Loop() {
				if drop {
					callers.Of(a).generation.Add(1)
				}
				if _, err := Authenticate(b.Context(), a, token, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(meter.Counts().Gets)/float64(b.N), "reads/op")
		})
	}
}
