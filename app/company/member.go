package company

import (
	"errors"
	"slices"
	"time"

	"marquee/app"
	"marquee/indexes"
	"marquee/kv"
)

// Member is a user inside a company.
type Member struct {
	ID        int64 `msgpack:"i"`
	UserID    int64 `msgpack:"u"`
	CompanyID int64 `msgpack:"c"`
	// Super passes every ability check inside the company.
	Super bool `msgpack:"s"`
	// Roles are ids of system roles and of the company's own.
	Roles []int64 `msgpack:"r"`
	// Abilities are held directly, beside those of the roles.
	Abilities []app.Ability `msgpack:"a"`
	// Grants are abilities that are held directly, for some events alone.
	Grants []app.Grant `msgpack:"ag,omitempty"`
	// SuspendedAt ends access to this company only.
	SuspendedAt *time.Time `msgpack:"su"`
	// AwaitsProof: it counts for nothing before the user has proven the address.
	AwaitsProof bool `msgpack:"ap,omitempty"`
	// InvitedAt is when a link by which the user sets a first password was mailed last.
	InvitedAt *time.Time `msgpack:"ia,omitempty"`
	// Groups are visibility groups: who is in any sees no more than they show.
	Groups []int64 `msgpack:"g,omitempty"`
	// What the user agreed to, and when.
	TermsAt   *time.Time `msgpack:"ta,omitempty"`
	PrivacyAt *time.Time `msgpack:"pa,omitempty"`
	OptInAt   *time.Time `msgpack:"oa,omitempty"`

	CreatedAt time.Time `msgpack:"ca"`
	UpdatedAt time.Time `msgpack:"ua"`
}

type userAndCompany = kv.Pair2[int64, int64]

var (
	memberByUser = indexes.NewUnique("user", kv.PairOf(kv.Int, kv.Int), func(m *Member) []userAndCompany {
		return []userAndCompany{{A: m.UserID, B: m.CompanyID}}
	})
	memberListByUser = indexes.NewBy("users", kv.Int, func(m *Member) []int64 { return []int64{m.UserID} })
	// memberListed is grouped by company and by whether the member is suspended.
	memberListed = indexes.NewBy("listed", kv.Int, func(m *Member) []int64 { return []int64{m.group()} }).Counted().Ascending()
	// memberBySuper has those who may do everything in a company.
	memberBySuper = indexes.NewBy("super", kv.Int, func(m *Member) []int64 {
		if !m.Super || !m.counts() {
			return nil
		}
		return []int64{m.CompanyID}
	})
	members = indexes.Define(indexes.Spec[Member]{
		Name: "members", Version: 1, Global: true,
		Person: indexes.Nobody("which user may do what, by number"),
		ID:     func(m *Member) *int64 { return &m.ID },
		Stamp: func(tx indexes.Tx, old, m *Member) {
			m.UpdatedAt = tx.Now()
			if old == nil {
				m.CreatedAt = tx.Now()
			}
		},
		Check: func(m *Member) error {
			if m.UserID <= 0 || m.CompanyID <= 0 || !goodGrants(m.Grants) {
				return errors.New("member: has no user or no company, or an ability for no events")
			}
			return nil
		},
	}, memberByUser.Index, memberListByUser.Index, memberListed.Index, memberBySuper.Index)
)

// counts tells whether the user has access by it.
func (m *Member) counts() bool { return m.SuspendedAt == nil && !m.AwaitsProof }

// group is where the member stands in lists.
func (m *Member) group() int64 { return memberGroup(m.CompanyID, m.SuspendedAt != nil) }

func memberGroup(company int64, suspended bool) int64 {
	if suspended {
		return company<<1 | 1
	}
	return company << 1
}

func addMember(tx app.Tx, m Member) (Member, error) {
	err := members.Insert(tx, &m)
	if errors.Is(err, indexes.ErrTaken) {
		err = app.Field("email", "is already a user of this company")
	}
	return m, err
}

// memberOf finds a user in the reader's company, suspended or not.
func memberOf(r app.Reader, userID int64) (Member, error) {
	m, err := memberByUser.Get(r, userAndCompany{A: userID, B: r.Company()})
	return m, missing(err, "user")
}

// membersOf lists where a user belongs, left out memberships that are suspended or await
// a proof.
func membersOf(r app.Reader, userID int64) ([]Member, error) {
	var all []Member
	for hit, err := range memberListByUser.Scan(r, indexes.Equal(userID)) {
		if err != nil {
			return nil, err
		}
		if hit.Rec.counts() {
			all = append(all, hit.Rec)
		}
	}
	return all, nil
}

// CountMembers counts the members of the reader's company who are not suspended.
func CountMembers(r app.Reader) (int64, error) {
	return memberListed.CountOf(r, indexes.Equal(memberGroup(r.Company(), false)))
}

// Belongs tells whether a user is a member of the reader's company, left out ones who are
// suspended or await a proof.
func Belongs(r app.Reader, userID int64) (bool, error) {
	m, err := memberOf(r, userID)
	if app.KindOf(err) == app.NotFound {
		return false, nil
	}
	return err == nil && m.counts(), err
}

// visibility is what a member sees: who is in no group sees everything.
func (m *Member) visibility() *app.Visibility {
	if len(m.Groups) == 0 {
		return nil
	}
	return &app.Visibility{UserID: m.UserID, Groups: m.Groups}
}

// MayNow is what a user may do in the reader's company at this moment, for work that began
// when they could do as much; nil for somebody who does not belong to it any more.
func MayNow(r app.Reader, userID int64) (*app.Caller, error) {
	u, err := users.Get(app.ReadCompany(r, 0), userID)
	if errors.Is(err, indexes.ErrNotFound) || err == nil && u.SuspendedAt != nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := membersOf(r, userID)
	i := slices.IndexFunc(all, func(m Member) bool { return m.CompanyID == r.Company() })
	if err != nil || i < 0 {
		return nil, err
	}
	held, err := rightsOf(r, &all[i])
	c := &app.Caller{UserID: userID, CompanyID: r.Company(), Super: all[i].Super, Visibility: all[i].visibility()}
	held.put(c)
	return c, err
}
