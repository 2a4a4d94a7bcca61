package etcd

import (
	"math/rand/v2"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

const (
	nodeRounds = "MARQUEE_ROUNDS"
	nodeSeed   = "MARQUEE_SEED"
	// perRound are acknowledged before a blow, while it lasts, and after it.
	perRound = 100
	// thinned is how many pieces of a hundred are lost where some are, and far how much longer one
	// direction takes where two are far from each other: there and back it is twice that.
	thinned = 30
	far     = 100 * time.Millisecond
)

// aim is whom a blow hits: the node that leads, another one, the member of etcd that leads the
// others, and another one.
type aim struct {
	*realCluster
	leader, follower *child
	first, other     int
}

// blow is one thing that goes wrong: it begins, and end ends it. Meanwhile selling goes on.
type blow struct {
	what  string
	begin func(a aim) (end func())
}

var everyMember = []string{memberName(0), memberName(1), memberName(2)}

// held has ways be in trouble until the blow ends.
func held(how trouble, ways func(a aim) []way) func(aim) func() {
	return func(a aim) func() {
		a.w.set(how, ways(a)...)
		return a.w.heal
	}
}

func killed(c func(aim) *child) func(aim) func() {
	return func(a aim) func() {
		c(a).signal(syscall.SIGKILL)
		return func() {}
	}
}

func memberKilled(which func(aim) int) func(aim) func() {
	return func(a aim) func() {
		a.m.kill(which(a))
		return func() { a.m.start(which(a), "existing") }
	}
}

func memberStopped(which func(aim) int) func(aim) func() {
	return func(a aim) func() {
		a.m.signal(which(a), syscall.SIGSTOP)
		return func() { a.m.signal(which(a), syscall.SIGCONT) }
	}
}

// leaderStopped stops the leader. It may just have been killed, and begin again and lead: so it is
// stopped until it does not.
func leaderStopped(a aim) func() {
	await(a.t, "nobody else leads", func() bool {
		a.leader.signal(syscall.SIGSTOP)
		return a.realCluster.leader() != a.leader
	})
	return func() { a.leader.signal(syscall.SIGCONT) }
}

func followerStopped(a aim) func() {
	a.follower.signal(syscall.SIGSTOP)
	return func() { a.follower.signal(syscall.SIGCONT) }
}

func theLeader(a aim) *child   { return a.leader }
func theFollower(a aim) *child { return a.follower }
func theFirst(a aim) int       { return a.first }
func theOther(a aim) int       { return a.other }

var (
	cut   = trouble{cut: true}
	loses = trouble{loses: thinned}
	slow  = trouble{takes: far}
)

var blows = []blow{
	{"the leader is killed", killed(theLeader)},
	{"the leader stops", leaderStopped},
	{"etcd's first is killed", memberKilled(theFirst)},
	{"etcd's first stops", memberStopped(theFirst)},
	{"the leader is cut off from etcd", held(cut, func(a aim) []way { return both(a.leader.name, everyMember...) })},
	{"the leader does not hear etcd", held(cut, func(a aim) []way { return in(a.leader.name, everyMember...) })},
	{"etcd's first is cut off from the others", held(cut, func(a aim) []way { return both(memberName(a.first), everyMember...) })},
	{"the others do not hear etcd's first", held(cut, func(a aim) []way { return out(memberName(a.first), everyMember...) })},
	{"a part is lost between the leader and etcd", held(loses, func(a aim) []way { return both(a.leader.name, everyMember...) })},
	{"etcd is far away from the leader", held(slow, func(a aim) []way { return both(a.leader.name, everyMember...) })},

	{"a follower is killed", killed(theFollower)},
	{"a follower stops", followerStopped},
	{"another of etcd is killed", memberKilled(theOther)},
	{"another of etcd stops", memberStopped(theOther)},
	{"etcd does not hear the leader", held(cut, func(a aim) []way { return out(a.leader.name, everyMember...) })},
	{"the leader is cut off from etcd's first", held(cut, func(a aim) []way { return both(a.leader.name, memberName(a.first)) })},
	{"the leader is cut off from two of etcd", held(cut, func(a aim) []way { return both(a.leader.name, memberName(a.first), memberName(a.other)) })},
	{"a follower is cut off from etcd", held(cut, func(a aim) []way { return both(a.follower.name, everyMember...) })},
	{"a follower does not hear etcd", held(cut, func(a aim) []way { return in(a.follower.name, everyMember...) })},
	{"etcd's first does not hear the others", held(cut, func(a aim) []way { return in(memberName(a.first), everyMember...) })},
	{"another of etcd is cut off from the others", held(cut, func(a aim) []way { return both(memberName(a.other), everyMember...) })},
	{"a part is lost between a follower and etcd", held(loses, func(a aim) []way { return both(a.follower.name, everyMember...) })},
	{"a part is lost on the way to and from etcd's first", held(loses, func(a aim) []way {
		return both(memberName(a.first), append([]string{"a", "b"}, everyMember...)...)
	})},
	{"etcd's members are far from each other", held(slow, func(a aim) (all []way) {
		for _, one := range everyMember {
			all = append(all, out(one, everyMember...)...)
		}
		return all
	})},
	{"the leader and etcd's first are killed", func(a aim) func() {
		a.leader.signal(syscall.SIGKILL)
		return memberKilled(theFirst)(a)
	}},
}

// inAnyRun are so many of the first: the others take their turn when there are more rounds.
const inAnyRun = 10

// number reads a setting.
func number(t *testing.T, name string, usual int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNothingIsLostOnARealEtcd: whatever is killed, stopped, cut off, thinned out or slow, selling
// goes on meanwhile, and at the end everything that was acknowledged is on all nodes, once.
func TestNothingIsLostOnARealEtcd(t *testing.T) {
	t.Parallel()
	rounds, seed := number(t, nodeRounds, inAnyRun), uint64(number(t, nodeSeed, 1))
	dice := rand.New(rand.NewPCG(seed, 0))
	r := startNodes(t, realLease)
	var turn []blow
	for round := range rounds {
		if len(turn) == 0 {
			if turn = append(turn, blows...); rounds <= inAnyRun {
				turn = turn[:inAnyRun]
			}
			dice.Shuffle(len(turn), func(i, j int) { turn[i], turn[j] = turn[j], turn[i] })
		}
		b := turn[0]
		turn = turn[1:]
		r.await(perRound)
		lead := r.leader()
		a := aim{realCluster: r, leader: lead, follower: r.beside(lead), first: max(r.m.leader(r.s), 0)}
		a.other = (a.first + 1 + dice.IntN(two)) % three
		if rounds > inAnyRun {
			t.Logf("%d: %s (%s leads, %d of etcd)", round, b.what, a.leader.name, a.first)
		}
		begun := time.Now()
		end := b.begin(a)
		r.await(perRound)
		end()
		r.await(perRound)
		if rounds > inAnyRun {
			t.Logf("%d: %s", round, time.Since(begun).Round(10*time.Millisecond))
		}
	}
	r.end()
}

const two = three - 1
