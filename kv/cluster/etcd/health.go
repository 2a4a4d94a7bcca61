package etcd

import (
	"context"
	"time"
)

// Member is how one is.
type Member struct {
	Address string        `json:"address"`
	Version string        `json:"version"`
	Leads   bool          `json:"leads"`
	Answers time.Duration `json:"answers"` // how long it took to
	// Size is that of its file, InUse what of it is in use, in bytes.
	Size  int64  `json:"size"`
	InUse int64  `json:"inUse"`
	Error string `json:"error,omitempty"` // why it did not answer
}

// Health asks each member how it is.
func (c *ways) Health(ctx context.Context) (all []Member) {
	for i, address := range c.o.Members {
		all = append(all, Store{c, i}.health(ctx, address))
	}
	return all
}

func (s Store) health(ctx context.Context, address string) Member {
	ctx, cancel := context.WithTimeout(ctx, dialFor)
	defer cancel()
	m, start := Member{Address: address}, time.Now()
	c, err := s.client(ctx)
	if err == nil {
		status, failed := c.Status(ctx, address)
		if err = failed; err == nil {
			m.Version, m.Size, m.InUse = status.Version, status.DbSize, status.DbSizeInUse
			m.Leads = status.Leader == status.Header.MemberId
		}
	}
	m.Answers = time.Since(start)
	if err != nil {
		m.Error = err.Error()
	}
	return m
}
