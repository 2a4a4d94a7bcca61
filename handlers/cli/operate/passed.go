package operate

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"marquee/backup"
	"marquee/handlers/cli/cmdline"
)

const (
	// leaderFor is how long a command waits for a node that leads: one may be about to.
	leaderFor = 5 * time.Second
	// appliedFor is how long one waits that another node ran until this node has what it wrote.
	appliedFor = 5 * time.Second
)

// changes tells whether a command changes what the store keeps, so that only the node that leads
// can run it.
func (ad Admin) changes() bool { return !ad.Reads && !ad.Here }

// whereItBelongs has a command that changes the store run by the node that leads, and every other
// one by this node.
func (p *nodePart) whereItBelongs(program Program, here backup.Handler) backup.Handler {
	if p == nil {
		return here
	}
	p.here = here
	return func(ctx context.Context, r backup.Request, progress func(string)) backup.Reply {
		for _, ad := range program.Admins() {
			if ad.Path == r.Command && ad.changes() {
				return p.decide(ctx, r, progress)
			}
		}
		return here(ctx, r, progress)
	}
}

// decide runs a command here while this node leads, else where another one does.
func (p *nodePart) decide(ctx context.Context, r backup.Request, progress func(string)) (out backup.Reply) {
	timeout := time.NewTimer(leaderFor)
	defer timeout.Stop()
	for {
		_, role := p.node.Leads()
		leader, changed := p.node.Elsewhere()
		if p.relay.Lead(func() { out = p.here(ctx, r, progress) }) {
			return out
		}
		switch {
		case leader == "":
		case isOfThisMachine(r):
			return reply(struct{}{}, nil)
		default:
			return p.passOn(ctx, leader, r, progress)
		}
		select {
		case <-role:
		case <-changed:
		case <-ctx.Done():
			return reply(nil, ctx.Err())
		case <-timeout.C:
			return nobodyLeads()
		}
	}
}

func nobodyLeads() backup.Reply {
	return backup.Reply{Code: cmdline.ExitFailed, Error: "no node of the cluster leads at the moment; nothing was changed\nWhy that is: marquee cluster status"}
}

// isOfThisMachine tells whether a request is the note of a backup in a folder: the node that leads
// has another folder of that name.
func isOfThisMachine(r backup.Request) bool {
	in, err := cmdline.Decode[noteIn](r.Input)
	return r.Command == NoteBackup.Path && err == nil && !backup.IsS3(in.To)
}

// passOn has the node at an address run a command, and waits until this node has what it wrote.
func (p *nodePart) passOn(ctx context.Context, leader string, r backup.Request, progress func(string)) backup.Reply {
	request, err := json.Marshal(r)
	if err != nil {
		return reply(nil, err)
	}
	said, err := p.peers.Command(ctx, leader, append(request, '\n'))
	if err != nil {
		return reply(nil, fmt.Errorf("the node that leads, at %s, cannot be asked; whether it ran the command is not known: %w", leader, err))
	}
	defer said.Close()
	out, err := backup.Receive(said, progress)
	if err != nil {
		return reply(nil, fmt.Errorf("the node that leads, at %s, did not say what came of it: %w", leader, err))
	}
	for end := time.Now().Add(appliedFor); p.node.Last().Before(out.At) && time.Now().Before(end); {
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return out
		}
	}
	return out
}

// run runs a command that another node passed on. It is not passed on again.
func (p *nodePart) run(ctx context.Context, in io.Reader, out io.Writer) {
	backup.Answer(ctx, in, out, func(ctx context.Context, r backup.Request, progress func(string)) (out backup.Reply) {
		if !p.relay.Lead(func() { out = p.here(ctx, r, progress) }) {
			return nobodyLeads()
		}
		out.At = p.node.Last()
		return out
	})
}
