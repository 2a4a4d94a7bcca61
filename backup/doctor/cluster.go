package doctor

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"marquee/app"
	"marquee/backup/member"
)

const (
	// SilentAfter is how much longer than the others a node may be silent: each says something
	// every second. A node that is further behind than lagging hardly keeps up.
	SilentAfter, lagging = 5 * time.Second, 5 * time.Second
	// apart is how far the clocks of two nodes may be from each other: a node does not lead else.
	apart = 2 * time.Second
	// farAway is how long a member of etcd may take to answer; each sale waits for two of three.
	farAway = 250 * time.Millisecond
	// fewest is how many members of etcd go on without one of them.
	fewest = 3
)

// Names of the lines about a cluster.
const (
	leaderLine = app.Noun("leader")
	nodesLine  = app.Noun("nodes")
	keysLine   = app.Noun("node keys")
	clocksLine = app.Noun("node clocks")
	etcdLine   = app.Noun("etcd")
)

// OfCluster gives one or more lines on everything that is known of a cluster.
func OfCluster(s member.Seen) []Line {
	lines := []Line{leads(s)}
	if s.Unread == "" {
		lines = append(append(append(lines, nodes(s)...), keys(s)...), clocks(s)...)
	}
	return append(lines, members(s.Etcd))
}

// unasked is the line about a stopped store of a cluster that was not named.
func (f Facts) unasked() Line {
	return unknown(leaderLine, app.Msg("the store is of the cluster %s, which was not asked; see %s", f.Member, f.toType("marquee doctor --cluster URL")))
}

func leads(s member.Seen) Line {
	switch l := s.Leader; {
	case s.Unread != "":
		return Line{leaderLine, Bad, app.Msg("etcd does not say who leads: %s", s.Unread), app.Msg("Nothing is sold or scanned online until most of the members of etcd answer. On each of their machines: %s", "systemctl status etcd")}
	case s.Order.Hold && l == nil:
		return Line{leaderLine, Bad, app.Msg("none: the cluster is on hold, and nothing is sold"), app.Msg("Go on: %s", "marquee cluster resume")}
	case l == nil:
		return Line{leaderLine, Bad, app.Msg("none, and nothing is sold"), app.Msg("When the lease has run out another node leads by itself. If none does, this says why: %s", "marquee cluster status")}
	case s.Order.Hold:
		return Line{leaderLine, Warn, app.Msg("%s, which is about to stop: the cluster is put on hold", l.Name), app.Msg("Go on: %s", "marquee cluster resume")}
	case s.Order.To != "" && s.Order.To != l.Name:
		return Line{leaderLine, Warn, app.Msg("%s, but %s is told to lead and does not", l.Name, s.Order.To), app.Msg("Let the nodes choose: %s", "marquee cluster resume")}
	}
	return fine(leaderLine, app.Msg("%s, since %s, term %d", s.Leader.Name, app.Moment(s.Leader.Since), s.Leader.Term))
}

// brief is a time that is mostly some milliseconds.
func brief(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return d.Round(time.Second).String()
}

// nodes gives a line on each node with which something is wrong, or one on all.
func nodes(s member.Seen) (lines []Line) {
	var well []app.Message
	builds := map[string]string{} // of a program to one of the nodes that run it
	for _, n := range s.Nodes {
		if l, wrong := node(s, n); wrong {
			lines = append(lines, l)
			continue
		}
		builds[n.Build] = n.Name
		if s.Leader != nil && n.Name == s.Leader.Name {
			well = append(well, app.Msg("%s leads", n.Name))
		} else if lag := member.Lag(s.Status, n); lag >= time.Millisecond {
			well = append(well, app.Msg("%s follows, %s behind", n.Name, brief(lag)))
		} else {
			well = append(well, app.Msg("%s follows and has everything", n.Name))
		}
	}
	if len(s.Nodes) < 2 {
		lines = append(lines, Line{nodesLine, Warn, app.Msg("there is no second node that could take over"), app.Msg("Serve one on another machine: it gets a copy of the store by itself.")})
	}
	if len(builds) > 1 {
		lines = append(lines, Line{nodesLine, Warn, app.Msg("they run several versions: %s", joined(versions(builds))), app.Msg("Upgrade those that follow, let one of them lead with marquee cluster move, then upgrade the other one.")})
	}
	if len(lines) == 0 {
		lines = append(lines, fine(nodesLine, joined(well)))
	}
	return lines
}

func versions(builds map[string]string) (all []app.Message) {
	for _, build := range slices.Sorted(maps.Keys(builds)) {
		all = append(all, plain(builds[build]+" "+build))
	}
	return all
}

// node tells what is wrong with one, if anything is.
func node(s member.Seen, n member.NodeInfo) (Line, bool) {
	silent, lag := s.Silent(n), member.Lag(s.Status, n)
	switch {
	case silent > SilentAfter:
		return Line{nodesLine, Bad, app.Msg("%s was not heard of for %s", n.Name, silent.Round(time.Second)), app.Msg("Is its machine on, and does its server run? It catches up by itself. If it is gone for good: %s", "marquee cluster leave --node "+n.Name)}, true
	case slices.Contains(s.Differing, n.Name):
		return Line{nodesLine, Bad, app.Msg("%s has another store than the node that leads", n.Name), app.Msg("Start its server again: it gets a copy. If that comes back, its disk or its memory is failing.")}, true
	case n.Cannot != "":
		return Line{nodesLine, Warn, app.Msg("%s cannot lead: %s", n.Name, n.Cannot), app.Msg("Until that is mended it does not take over.")}, true
	case lag > lagging:
		return Line{nodesLine, Warn, app.Msg("%s is %s behind", n.Name, lag.Round(time.Second)), app.Msg("Its disk or the line to etcd does not keep up. It does not lead while it is far behind.")}, true
	}
	return Line{}, false
}

// kept are names of what a node leads with and what is not in the store.
var kept = map[string]app.Noun{
	member.Payments: "keys of the payment gateway", member.Passes: "keys of passes", member.Mail: "mail server",
	member.Address: "--base-url", member.Certificate: "--tls-cert",
}

// keys compares what each node has beside its store with what the one has that leads.
func keys(s member.Seen) (lines []Line) {
	if s.Stranger {
		return []Line{{keysLine, Bad, app.Msg("seal.key of this folder is not that of the nodes"), app.Msg("Copy seal.key from the data folder of another node, and start this one again.")}}
	}
	at := slices.IndexFunc(s.Nodes, func(n member.NodeInfo) bool { return s.Leader != nil && n.Name == s.Leader.Name })
	if at < 0 {
		return nil
	}
	leader := s.Nodes[at]
	for _, n := range s.Nodes {
		var other []app.Message
		for _, what := range slices.Sorted(maps.Keys(kept)) {
			if n.Beside[what] != leader.Beside[what] {
				other = append(other, app.Message{Format: string(kept[what])})
			}
		}
		if len(other) > 0 {
			lines = append(lines, Line{keysLine, Warn, app.Msg("%s has not what %s has, which leads: %s", n.Name, leader.Name, joined(other)),
				app.Msg("Once %s leads, cards, passes, mails or links go otherwise than now. Give it the same flags and files, and start it again.", n.Name)})
		}
	}
	if len(lines) == 0 {
		lines = append(lines, fine(keysLine, app.Msg("the same on every node")))
	}
	return lines
}

// clocks tells whose clock is not that of the node that looked.
func clocks(s member.Seen) (lines []Line) {
	for _, name := range slices.Sorted(maps.Keys(s.Clocks)) {
		if ahead := s.Clocks[name].Round(time.Millisecond); ahead.Abs() > apart {
			lines = append(lines, Line{clocksLine, Bad, app.Msg("that of %s is %s from that of %s", name, ahead.Abs(), s.Node),
				app.Msg("A node does not lead whose clock is more than 2 s off. Let NTP keep it on each machine: timedatectl set-ntp true.")})
		}
	}
	if len(lines) == 0 && len(s.Clocks) > 0 {
		lines = append(lines, fine(clocksLine, app.Msg("not more than 2 s from each other")))
	}
	return lines
}

// members judges etcd.
func members(all []member.Etcd) Line {
	var away, alarms []app.Message
	var slow, full member.Etcd
	led := false
	for _, m := range all {
		switch {
		case m.Error != "":
			away = append(away, plain(m.Address+": "+m.Error))
			continue
		case m.Alarm != "":
			alarms = append(alarms, plain(m.Address+": "+m.Alarm))
		}
		led = led || m.Leads
		if m.Answers > slow.Answers {
			slow = m
		}
		if m.InUse >= full.InUse {
			full = m
		}
	}
	answer := len(all) - len(away)
	found := app.Msg("%d of %d members answer", answer, len(all))
	switch {
	case 2*answer <= len(all):
		return Line{etcdLine, Bad, app.Msg("%s: %s", found, joined(away)), app.Msg("Nothing is sold or scanned online until most of them do. Bring one back; if etcd is gone for good: %s", "marquee cluster rescue")}
	case len(alarms) > 0:
		return Line{etcdLine, Bad, app.Msg("it says that something is wrong: %s", joined(alarms)), app.Msg("NOSPACE means that it is full: the node that leads makes room by itself. If it comes back, give etcd a larger --quota-backend-bytes.")}
	case len(away) > 0:
		return Line{etcdLine, Warn, app.Msg("%s: %s", found, joined(away)), app.Msg("Without one more nothing is sold. Bring it back within days.")}
	case full.Quota > 0 && 2*full.InUse > full.Quota:
		return Line{etcdLine, Warn, app.Msg("%s; %s of %s are in use", found, size(full.InUse), size(full.Quota)), app.Msg("Beyond that it takes nothing. Does another program write to it, or is a node long behind? See: %s", "marquee cluster status")}
	case !led:
		return Line{etcdLine, Warn, app.Msg("%s, and none of them leads", found), app.Msg("The address names members of several etcd, or not all of one: name every member in --cluster.")}
	case slow.Answers > farAway:
		return Line{etcdLine, Warn, app.Msg("%s; %s takes %s", found, slow.Address, millis(slow.Answers)), app.Msg("Each sale waits for two of three members. Is its disk an SSD, and what else writes to it?")}
	case len(all) < fewest:
		return Line{etcdLine, Warn, app.Msg("%s; with fewer than three the loss of one stops all sales", found), app.Msg("Run three on three machines, and name all of them in --cluster.")}
	}
	return fine(etcdLine, app.Msg("%s, the slowest within %s; %s of %s are in use", found, millis(slow.Answers), size(full.InUse), size(full.Quota)))
}
