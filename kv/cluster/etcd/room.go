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
	full := s.full.Swap(false)
	switch {
	case errors.Is(err, rpctypes.ErrCompacted): // it was done already
	case err != nil && denied(err):
		return s.mayNot(full, err)
	case err != nil:
		return s.told(err)
	}
	if !full {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), roomFor)
	defer cancel()
	var failed error
	for i, address := range s.o.Members {
		_, err := c.Defragment(ctx, address)
		if err != nil && denied(err) {
			return s.mayNot(true, err)
		}
		failed = errors.Join(failed, s.Via(i).(Store).told(err))
	}
	_, err = c.AlarmDisarm(ctx, &clientv3.AlarmMember{})
	return errors.Join(failed, s.told(err))
}

// mayNot says what to do where the user may not have etcd forget what is not needed, which newer ones
// let root alone do, nor give it back.
func (s Store) mayNot(full bool, err error) error {
	if full {
		return fmt.Errorf("etcd has reached its quota, and the user %s may not make room. Do it as root: etcdctl compaction REVISION, etcdctl defrag --cluster, and then etcdctl alarm disarm: %w", s.o.User, err)
	}
	return fmt.Errorf("the user %s may not have etcd forget what is not needed. Start etcd with --auto-compaction-mode=periodic --auto-compaction-retention=1m, or give the user the role root: %w", s.o.User, err)
}
