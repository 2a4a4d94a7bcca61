package apptest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/company"
)

// Side is one company of a world, with its users.
type Side struct {
	Company company.Company
	// Owner may do everything in the company; the owner of A everything in the
	// installation too.
	Owner      *app.Caller
	OwnerToken string

	world  *World
	letter string
	mu     sync.Mutex
	tokens map[string]string
}

// Currency is the company's currency.
func (s *Side) Currency() company.Currency { return s.Company.Currency() }

// With is a user who holds these abilities and nothing else; none at all when
// none are named. The same abilities give the same user.
func (s *Side) With(abilities ...app.Ability) *app.Caller {
	s.world.t.Helper()
	return s.world.Caller(s.TokenWith(abilities...))
}

// TokenWith is a token of the user that With gives.
func (s *Side) TokenWith(abilities ...app.Ability) string {
	s.world.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	name := "nothing"
	if len(abilities) > 0 {
		name = strings.Trim(fmt.Sprint(abilities), "[]")
	}
	if token, ok := s.tokens[name]; ok {
		return token
	}
	if s.tokens == nil {
		s.tokens = map[string]string{}
	}
	local := strings.NewReplacer(" ", "+", "_", "-").Replace(name)
	if len(local) > 40 {
		local = fmt.Sprintf("%s-and-%d-more", local[:30], len(abilities)-1)
	}
	s.tokens[name] = s.user(fmt.Sprintf("%s@%s.example.com", local, s.letter), company.NewUser{Abilities: abilities})
	return s.tokens[name]
}

// Suspended is a token of a suspended user who held every right.
func (s *Side) Suspended() string {
	s.world.t.Helper()
	email := "suspended@" + s.letter + ".example.com"
	token := s.user(email, company.NewUser{Super: true})
	_, err := company.SuspendUser(s.world.t.Context(), s.world.App, email)
	s.world.must(err)
	return token
}

// Revoked is a revoked token of a user who holds every right.
func (s *Side) Revoked() string {
	s.world.t.Helper()
	email := "revoked@" + s.letter + ".example.com"
	token := s.user(email, company.NewUser{Super: true})
	all, err := company.TokensOf(s.world.t.Context(), s.world.App, email)
	s.world.must(err)
	_, err = company.RevokeToken(s.world.t.Context(), s.world.App, all[len(all)-1].ID)
	s.world.must(err)
	return token
}

// Expired is a token of the owner whose time is up.
func (s *Side) Expired() string {
	s.world.t.Helper()
	until := s.world.App.Now().Add(time.Minute)
	_, text, err := company.CreateTokenUntil(s.world.t.Context(), s.world.App, "owner@"+s.letter+".example.com", "short", &until)
	s.world.must(err)
	s.world.Clock.Jump(2 * time.Minute)
	return text
}

// user makes a user of the company and gives a token.
func (s *Side) user(email string, in company.NewUser) string {
	w := s.world
	w.t.Helper()
	in.Email, in.Name = email, "User "+email
	operator := &app.Caller{Super: true, Installation: true, CompanyID: s.Company.ID}
	_, err := company.CreateUser(w.t.Context(), w.App, operator, in)
	w.must(err)
	_, token, err := company.CreateToken(w.t.Context(), w.App, email, "test")
	w.must(err)
	return token
}
