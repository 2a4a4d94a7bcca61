package etcd

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"marquee/kv/cluster/shared"
)

// Member is how one is.
type Member struct {
	Address string        `json:"address"`
	Version string        `json:"version"`
	Leads   bool          `json:"leads"`
	Answers time.Duration `json:"answers"` // how long it took to
	// Size is that of its file, InUse what of it is in use, in bytes. Above Quota it takes nothing
	// any more.
	Size  int64 `json:"size"`
	InUse int64 `json:"inUse"`
	Quota int64 `json:"quota"`
	// Alarm is what it says is wrong with it; Error is why it did not answer.
	Alarm string `json:"alarm,omitempty"`
	Error string `json:"error,omitempty"`
}

// usualQuota is that of a member that does not tell, which those before version 3.6 do not.
const usualQuota = 2 << 30

// Health asks each member how it is, all at once: some may not answer.
func (c *ways) Health(ctx context.Context) []Member {
	members := make([]Member, len(c.o.Members))
	var all sync.WaitGroup
	for i, address := range c.o.Members {
		all.Go(func() { members[i] = Store{c, i}.health(ctx, address) })
	}
	all.Wait()
	return members
}

func (s Store) health(ctx context.Context, address string) Member {
	ctx, cancel := context.WithTimeout(ctx, dialFor)
	defer cancel()
	m, start := Member{Address: address}, time.Now()
	err := s.status(ctx, &m)
	if err != nil && denied(err) { // newer ones tell how they are to root alone
		_, err = s.Get(ctx, shared.Range{From: "state/"})
	}
	m.Answers = time.Since(start)
	switch {
	case err != nil && ctx.Err() != nil:
		m.Error = "no answer within " + dialFor.String()
	case err != nil:
		m.Error = err.Error()
	}
	return m
}

// status asks the member how it is.
func (s Store) status(ctx context.Context, m *Member) error {
	c, err := s.client(ctx)
	if err != nil {
		return err
	}
	status, err := c.Status(ctx, m.Address)
	if err != nil {
		return s.told(err)
	}
	m.Version, m.Size, m.InUse, m.Quota = status.Version, status.DbSize, status.DbSizeInUse, cmp.Or(status.DbSizeQuota, usualQuota)
	m.Alarm = strings.Join(status.Errors, "; ")
	m.Leads = status.Leader == status.Header.MemberId
	return nil
}
