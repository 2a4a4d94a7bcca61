package cluster

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"marquee/kv"
	"marquee/kv/cluster/shared"

	"github.com/matryer/is"
)

// at is a moment of these tests: so many microseconds after the first.
func at(n int) time.Time { return time.UnixMicro(1_000_000 + int64(n)).UTC() }

func follows(prev, to int) commit {
	return commit{prev: at(prev), sets: []kv.WriteSet{{Prev: at(prev), At: at(to)}}}
}

func TestWhatLiesBehindAHole(t *testing.T) {
	for name, c := range map[string]struct {
		log          []commit
		chain, loose int
	}{
		"nothing":               {nil, 0, 0},
		"a chain":               {[]commit{follows(0, 3), follows(3, 4), follows(4, 9)}, 3, 0},
		"a hole at once":        {[]commit{follows(3, 4), follows(4, 9)}, 0, 2},
		"a hole in the middle":  {[]commit{follows(0, 3), follows(4, 9), follows(9, 12)}, 1, 2},
		"one passes the other":  {[]commit{follows(0, 5), follows(3, 4), follows(5, 6)}, 2, 1},
		"one ends where it did": {[]commit{follows(0, 3), follows(1, 3)}, 1, 1},
	} {
		chain, loose := chained(at(0), c.log)
		if len(chain) != c.chain || len(loose) != c.loose {
			t.Errorf("%s: %d in the chain, %d loose", name, len(chain), len(loose))
		}
	}
}

func TestCommitsThatComeEarlyWait(t *testing.T) {
	is := is.New(t)
	early := arrived{}
	early.put(follows(3, 4))
	early.put(follows(4, 9))
	is.Equal(len(early.next(at(0))), 0)
	early.put(follows(0, 3))
	is.Equal(len(early.next(at(0))), 3)
	is.Equal(len(early), 0)
	early.put(follows(9, 10))
	early.drop(at(9)) // it was removed behind a hole
	is.Equal(len(early.next(at(9))), 0)
}

func TestPlaceOfAFileInTheLog(t *testing.T) {
	before := follows(5, 8)
	for name, c := range map[string]struct {
		file, trim int
		followed   bool
		before     *commit
		want       place
	}{
		"at the beginning":         {3, 3, false, nil, onChain},
		"in the middle":            {5, 3, true, nil, onChain},
		"at the end":               {8, 3, false, &before, onChain},
		"behind the end":           {9, 3, false, &before, offChain},
		"between two":              {7, 3, false, &before, offChain},
		"before what was removed":  {2, 3, true, nil, behind},
		"behind a log without any": {4, 3, false, nil, offChain},
	} {
		if got := placeOf(at(c.file), at(c.trim), c.followed, c.before); got != c.want {
			t.Errorf("%s: %d", name, got)
		} else if (got.refusal(at(c.file), at(c.trim)) == nil) != (c.want == onChain) {
			t.Errorf("%s: refusal", name)
		}
	}
}

func TestOutcomeOfACommit(t *testing.T) {
	const term = 7
	pair := func(key string, created int64, value string) shared.Pair {
		return shared.Pair{Key: key, Created: created, Value: []byte(value)}
	}
	mine, other := pair(leaderKey, term, ""), pair(leaderKey, term+1, "")
	there, foreign := pair(logKey(at(5)), 9, "v"), pair(logKey(at(5)), 9, "w")
	early, late := pair(trimKey, 1, moment(at(5))), pair(trimKey, 1, moment(at(6)))
	for name, c := range map[string]struct {
		r    shared.Result
		err  error
		want outcome
	}{
		"no answer":                           {shared.Result{}, errors.New("reset"), unsettled},
		"no room":                             {shared.Result{}, shared.ErrNoSpace, unsettled},
		"done":                                {shared.Result{Done: true}, nil, durable},
		"an earlier try was":                  {shared.Result{Found: []shared.Pair{mine, there}}, nil, durable},
		"an earlier try was, before the end":  {shared.Result{Found: []shared.Pair{other, there, early}}, nil, durable},
		"another one was":                     {shared.Result{Found: []shared.Pair{mine, foreign}}, nil, refused},
		"another one leads":                   {shared.Result{Found: []shared.Pair{other, early}}, nil, refused},
		"nobody leads":                        {shared.Result{Found: []shared.Pair{early}}, nil, refused},
		"another one leads, and trimmed":      {shared.Result{Found: []shared.Pair{other, late}}, nil, lostSight},
		"another one leads, trim is not told": {shared.Result{Found: []shared.Pair{other}}, nil, lostSight},
		"neither":                             {shared.Result{Found: []shared.Pair{mine}}, nil, unsettled},
	} {
		if got := judge(c.r, c.err, term, at(5), []byte("v")); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
}

func TestWhoMayLead(t *testing.T) {
	base := &Base{Schema: 3}
	able := map[string]NodeInfo{"a": {Name: "a"}, "b": {Name: "b"}}
	me := candidate{name: "a", schema: 3}
	for name, c := range map[string]struct {
		me   candidate
		s    news
		late bool
		may  bool
	}{
		"nobody leads":              {me, news{base: base, nodes: able}, false, true},
		"nothing was begun":         {me, news{}, false, false},
		"another one leads":         {me, news{base: base, leader: &Leader{Name: "b"}}, false, false},
		"on hold":                   {me, news{base: base, order: Order{Hold: true}}, true, false},
		"it only follows":           {candidate{name: "a", schema: 3, followOnly: true}, news{base: base}, true, false},
		"it cannot":                 {candidate{name: "a", schema: 3, cannot: "x"}, news{base: base}, true, false},
		"its program is older":      {candidate{name: "a", schema: 2}, news{base: base}, true, false},
		"its program is newer":      {candidate{name: "a", schema: 4}, news{base: base}, false, true},
		"its clock is behind":       {candidate{name: "a", schema: 3, offset: 3 * time.Second}, news{base: base}, true, false},
		"its clock is ahead":        {candidate{name: "a", schema: 3, offset: -3 * time.Second}, news{base: base}, true, false},
		"its clock is nearly right": {candidate{name: "a", schema: 3, offset: time.Second}, news{base: base}, false, true},
		"it shall":                  {me, news{base: base, nodes: able, order: Order{To: "a"}}, false, true},
		"another one shall":         {me, news{base: base, nodes: able, order: Order{To: "b"}}, false, false},
		"another one should have":   {me, news{base: base, nodes: able, order: Order{To: "b"}}, true, true},
		"one that is away shall":    {me, news{base: base, nodes: able, order: Order{To: "c"}}, false, true},
		"one that cannot shall":     {me, news{base: base, nodes: map[string]NodeInfo{"b": {Cannot: "x"}}, order: Order{To: "b"}}, false, true},
		"one that joins shall":      {me, news{base: base, nodes: map[string]NodeInfo{"b": {Role: Joining}}, order: Order{To: "b"}}, false, true},
	} {
		if why := mayLead(c.me, c.s, c.late); (why == "") != c.may {
			t.Errorf("%s: %q", name, why)
		}
	}
}

func TestArithmeticOfALease(t *testing.T) {
	is := is.New(t)
	const ttl = 5 * time.Second
	is.Equal(sureUntil(10*time.Second, ttl), 14500*time.Millisecond)
	is.Equal(sureUntil(10*time.Second, time.Second), 10750*time.Millisecond) // a quarter of a short one
	l := &lease{sent: 10 * time.Second, ttl: ttl}
	is.Equal(l.age(14*time.Second), time.Duration(0))
	is.Equal(l.age(14500*time.Millisecond), 4500*time.Millisecond) // since it was surely the newest
	l.kept(13 * time.Second)
	l.kept(12 * time.Second) // an answer that came late takes nothing back
	is.Equal(l.age(17*time.Second), time.Duration(0))
	is.True(keepEvery(ttl)*3 < ttl) // three tries
}

func TestAClockIsNotBehindBecauseWordOfItComesLate(t *testing.T) {
	is := is.New(t)
	is.Equal(clockOffset(nil), time.Duration(0))
	is.Equal(clockOffset([]time.Duration{-3 * time.Second, -time.Millisecond, -5 * time.Second}), -time.Millisecond)
	is.Equal(clockOffset([]time.Duration{-time.Hour, -time.Hour - time.Second}), -time.Hour)
	is.Equal(clockOffset([]time.Duration{time.Hour}), time.Hour)
}

func TestPaceOfCommits(t *testing.T) {
	is := is.New(t)
	for trip, want := range map[time.Duration]int{
		0: 1, time.Millisecond: 1, 7 * time.Millisecond: 1, 8 * time.Millisecond: 2, 20 * time.Millisecond: 3, 30 * time.Millisecond: 4, time.Second: 4,
	} {
		is.Equal(inFlight(trip), want)
	}
	for usual, want := range map[time.Duration]time.Duration{
		0: 250 * time.Millisecond, time.Millisecond: leastHedge, 20 * time.Millisecond: 80 * time.Millisecond, time.Second: mostHedge,
	} {
		is.Equal(hedgeAfter(usual), want)
	}
	p := &pace{}
	for i := range 100 {
		p.took(time.Duration(i%10+1) * time.Millisecond)
	}
	shortest, usual := p.trips()
	is.Equal(shortest, time.Millisecond)
	is.True(usual > shortest && usual < 10*time.Millisecond)
}

func TestWhereTheLogIsTrimmed(t *testing.T) {
	const mb = 1 << 20
	marks := []mark{{at(10), 0, 0}, {at(20), 10 * mb, time.Minute}, {at(30), 100 * mb, 15 * time.Minute}, {at(40), 300 * mb, 39 * time.Minute}}
	long := 40 * time.Minute // when it is now
	for name, c := range map[string]struct {
		u     used
		bytes int64
		now   time.Duration
		want  time.Time
	}{
		"little, lately":                         {used{file: at(50)}, 10 * mb, 2 * time.Minute, time.Time{}},
		"what is old enough":                     {used{file: at(50)}, 11 * mb, 12 * time.Minute, at(40 - 20)},
		"what others need stays":                 {used{file: at(50), others: []time.Time{at(15), at(45)}}, 11 * mb, 12 * time.Minute, at(10)},
		"what no backup has stays":               {used{file: at(50), backup: at(15)}, 11 * mb, 12 * time.Minute, at(10)},
		"who joins needs all":                    {used{file: at(50), others: []time.Time{at(5)}}, 11 * mb, 12 * time.Minute, time.Time{}},
		"but not for ever":                       {used{file: at(50), others: []time.Time{at(5)}}, 101 * mb, long, at(20)},
		"nor for any size":                       {used{file: at(50), others: []time.Time{at(5)}}, 250 * mb, 16 * time.Minute, at(20)},
		"nothing that the leader's file has not": {used{file: at(15)}, 400 * mb, long, at(10)},
	} {
		m := marks
		for len(m) > 0 && m[len(m)-1].when > c.now {
			m = m[:len(m)-1]
		}
		if got := trimPoint(c.u, m, c.bytes, c.now); !got.Equal(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestOneSealsAndAnotherOpens(t *testing.T) {
	is := is.New(t)
	sets := []kv.WriteSet{{Prev: at(1), At: at(2), Writes: []kv.Entry{{Space: "s", Key: []byte("k"), Value: []byte("Ada Lovelace")}}}}
	key := make([]byte, 32)
	for _, s := range []sealer{{generation: "g"}, {key: key, generation: "g"}} {
		e, err := s.seal(sets, 12, "node")
		is.NoErr(err)
		same, err := s.seal(sets, 12, "node")
		is.NoErr(err)
		is.Equal(same.bytes(), e.bytes()) // so that a second try is the same
		read, err := readEntry(e.bytes())
		is.NoErr(err)
		is.Equal(read, e)
		c, err := s.open(read, at(1), map[string]kv.Space{})
		is.NoErr(err)
		is.Equal(string(c.sets[0].Writes[0].Value), "Ada Lovelace")
		_, err = s.open(read, at(2), map[string]kv.Space{})
		is.True(err != nil) // it does not follow that state
		read.payload[len(read.payload)-1] ^= 1
		_, err = s.open(read, at(1), map[string]kv.Space{})
		is.True(err != nil)
	}
	e, err := sealer{key: key, generation: "g"}.seal(sets, 12, "node")
	is.NoErr(err)
	for name, s := range map[string]sealer{
		"another key": {key: []byte("other"), generation: "g"}, "another generation": {key: key, generation: "h"},
	} {
		if _, err := s.open(e, at(1), nil); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
	}
	inParts := entry{term: 3, node: "n", sealed: true, parts: 2}
	read, err := readEntry(inParts.bytes())
	is.NoErr(err)
	is.Equal(read, inParts)
	for n := range len(inParts.bytes()) {
		if _, err := readEntry(inParts.bytes()[:n]); err == nil {
			t.Errorf("%d bytes of an entry are read as one", n)
		}
	}
}

func TestWhoDiffersFromTheLeader(t *testing.T) {
	leader := &Leader{Name: "a"}
	found := func(n int64, at time.Time, sum string) digestFound { return digestFound{n, at, sum} }
	for name, c := range map[string]struct {
		own, other digestFound
		same       bool
	}{
		"the same":        {found(1, at(1), "x"), found(1, at(1), "x"), true},
		"another":         {found(1, at(1), "x"), found(1, at(1), "y"), false},
		"of another call": {found(1, at(1), "x"), found(2, at(1), "y"), true},
		"of another time": {found(1, at(1), "x"), found(1, at(2), "y"), true},
		"none yet":        {digestFound{}, found(1, at(1), "x"), true},
	} {
		s := news{leader: leader, digests: map[string]digestFound{"b": c.own, "a": c.other}}
		if got := sameAs("b", s); got != c.same {
			t.Errorf("%s: %v", name, got)
		}
		if !sameAs("a", s) {
			t.Errorf("%s: the leader differs from itself", name)
		}
	}
}

func TestWhatANewerProgramBeganIsRefused(t *testing.T) {
	_, err := readNews([]shared.Pair{{Key: baseKey, Value: fmt.Appendf(nil, `{"form":%d}`, form+1)}})
	if !errors.Is(err, ErrForeign) {
		t.Errorf("%v", err)
	}
}
