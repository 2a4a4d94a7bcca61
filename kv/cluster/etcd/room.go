package etcd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// roomFor is how long the members may take to give their disks back what they do not need.
const roomFor = 30 * time.Second

// Compact implements shared.Store. Where etcd had no room and takes nothing any more, all members
// then give back what they do not need, one after the other, and are told to take something again.
// That is root's right alone.
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
		return s.told(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), roomFor)
	defer cancel()
	var failed error
	for i, address := range s.o.Members {
		_, err := c.Defragment(ctx, address)
		if err != nil && denied(err) {
			return fmt.Errorf("etcd has reached its quota, and the user %s may not make room. Do it as root: etcdctl defrag --cluster, and then etcdctl alarm disarm: %w", s.o.User, err)
		}
		failed = errors.Join(failed, s.Via(i).(Store).told(err))
	}
	_, err = c.AlarmDisarm(ctx, &clientv3.AlarmMember{})
	return errors.Join(failed, s.told(err))
}
