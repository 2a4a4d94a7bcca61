package etcd

import (
	"context"
	"errors"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// roomFor is how long a member may take to give its disk back what it does not need.
const roomFor = 30 * time.Second

// Compact implements shared.Store. Where etcd had no room and takes nothing any more, all members
// then give back what they do not need, one after the other, and are told to take something again.
func (s Store) Compact(ctx context.Context, revision int64) error {
	c, err := s.client(ctx)
	if err != nil {
		return err
	}
	_, err = c.Compact(ctx, revision)
	if errors.Is(err, rpctypes.ErrCompacted) {
		err = nil // it was done already
	}
	if err != nil || !s.full.Swap(false) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), roomFor)
	defer cancel()
	var failed error
	for _, member := range s.o.Members {
		_, err := c.Defragment(ctx, member)
		failed = errors.Join(failed, err)
	}
	_, err = c.AlarmDisarm(ctx, &clientv3.AlarmMember{})
	return errors.Join(failed, err)
}
