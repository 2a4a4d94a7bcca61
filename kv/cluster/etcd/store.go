package etcd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"marquee/kv/cluster/shared"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3" // what the nodes of a cluster share: transactions, leases and a watch over a majority of machines
	"go.uber.org/zap"
	"google.golang.org/grpc" // how etcd's client connects
	"google.golang.org/grpc/backoff"
)

const (
	// dialFor is how long a connection may take. One on which somebody waits is asked after quietFor
	// of silence whether it is still there, and has answerFor to say so; others must not be asked, or
	// etcd ends them.
	dialFor   = 2 * time.Second
	quietFor  = 10 * time.Second
	answerFor = 2 * time.Second
	// A member that was away is tried again after a while, which grows to longestAway: that is how
	// much longer than etcd itself nobody sells.
	firstAway, longestAway = 100 * time.Millisecond, time.Second
	// tries is how often etcd's client tries a call: once more, after it has logged in again.
	tries = 2
)

// Store is what is shared, in etcd. It is a shared.Store.
type Store struct {
	*ways
	member int
}

var _ shared.Store = Store{}

// ways are the connections to all members.
type ways struct {
	o    Options
	full atomic.Bool // etcd said that it has no room

	mu      sync.Mutex
	clients []*clientv3.Client // one for each member; nil until it is asked
}

// Open makes the way to etcd. It connects to a member when it asks it first.
func Open(o Options) Store {
	return Store{&ways{o: o, clients: make([]*clientv3.Client, len(o.Members))}, 0}
}

// Close ends all connections.
func (c *ways) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	for i, one := range c.clients {
		if one != nil {
			err = errors.Join(err, one.Close())
			c.clients[i] = nil
		}
	}
	return err
}

// Members implements shared.Store.
func (c *ways) Members() int { return len(c.clients) }

// Via implements shared.Store.
func (s Store) Via(member int) shared.Store { return Store{s.ways, member % len(s.clients)} }

// client is the connection to the member. To log in, one is made to it: so that is tried again
// with the next call where the member was away.
func (s Store) client(ctx context.Context) (*clientv3.Client, error) {
	s.mu.Lock()
	one := s.clients[s.member]
	s.mu.Unlock()
	if one != nil {
		return one, nil
	}
	one, err := s.connect(ctx)
	if err != nil {
		return nil, s.told(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if there := s.clients[s.member]; there != nil {
		_ = one.Close() // somebody else was quicker
		return there, nil
	}
	s.clients[s.member] = one
	return one, nil
}

func (s Store) connect(ctx context.Context) (*clientv3.Client, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	timeout := dialFor
	if end, ok := ctx.Deadline(); ok {
		timeout = min(timeout, max(time.Until(end), time.Millisecond))
	}
	away := backoff.Config{BaseDelay: firstAway, Multiplier: 1.6, Jitter: 0.2, MaxDelay: longestAway}
	return clientv3.New(clientv3.Config{
		Endpoints: s.o.Members[s.member : s.member+1], TLS: s.o.TLS, Username: s.o.User, Password: s.o.Password,
		DialTimeout: timeout, DialKeepAliveTime: quietFor, DialKeepAliveTimeout: answerFor,
		MaxUnaryRetries: tries, Logger: zap.NewNop(),
		DialOptions: []grpc.DialOption{
			grpc.WithConnectParams(grpc.ConnectParams{Backoff: away, MinConnectTimeout: dialFor}),
			grpc.WithChainUnaryInterceptor(unready),
		},
	})
}

// unready has a call fail where its member cannot be connected to, and say why. Else it would wait,
// while there are others to ask.
func unready(ctx context.Context, method string, req, reply any, to *grpc.ClientConn, call grpc.UnaryInvoker, how ...grpc.CallOption) error {
	return call(ctx, method, req, reply, to, append(slices.Clip(how), grpc.WaitForReady(false))...)
}

func (s Store) key(key string) string { return s.o.Prefix + key }

// to is the end of a range, which may be that of everything.
func (s Store) to(to string) string { return s.o.Prefix + to }

// Get implements shared.Store.
func (s Store) Get(ctx context.Context, r shared.Range) (shared.Page, error) {
	c, err := s.client(ctx)
	if err != nil {
		return shared.Page{}, err
	}
	var how []clientv3.OpOption
	if r.To != "" {
		how = append(how, clientv3.WithRange(s.to(r.To)))
	}
	if r.Limit > 0 {
		how = append(how, clientv3.WithLimit(int64(r.Limit)))
	}
	if r.KeysOnly {
		how = append(how, clientv3.WithKeysOnly())
	}
	if r.Backwards {
		how = append(how, clientv3.WithSort(clientv3.SortByKey, clientv3.SortDescend))
	}
	got, err := c.Get(ctx, s.key(r.From), how...)
	if err != nil {
		return shared.Page{}, s.told(err)
	}
	page := shared.Page{Revision: got.Header.Revision, More: got.More}
	for _, p := range got.Kvs {
		page.Pairs = append(page.Pairs, s.pair(p))
	}
	return page, nil
}

// Commit implements shared.Store.
func (s Store) Commit(ctx context.Context, t shared.Txn) (shared.Result, error) {
	c, err := s.client(ctx)
	if err != nil {
		return shared.Result{}, err
	}
	var conds []clientv3.Cmp
	for _, one := range t.If {
		is := clientv3.CreateRevision(s.key(one.Key))
		if one.Modified {
			is = clientv3.ModRevision(s.key(one.Key))
		}
		conds = append(conds, clientv3.Compare(is, "=", one.Revision))
	}
	var then, otherwise []clientv3.Op
	for _, op := range t.Then {
		then = append(then, s.op(op))
	}
	for _, key := range t.Else {
		otherwise = append(otherwise, clientv3.OpGet(s.key(key)))
	}
	got, err := c.Txn(ctx).If(conds...).Then(then...).Else(otherwise...).Commit()
	if err != nil {
		return shared.Result{}, s.told(err)
	}
	r := shared.Result{Done: got.Succeeded, Revision: got.Header.Revision}
	for _, one := range got.Responses {
		if found := one.GetResponseRange(); found != nil {
			for _, p := range found.Kvs {
				r.Found = append(r.Found, s.pair(p))
			}
		}
	}
	return r, nil
}

func (s Store) op(op shared.Op) clientv3.Op {
	if op.Delete {
		if op.To == "" {
			return clientv3.OpDelete(s.key(op.Key))
		}
		return clientv3.OpDelete(s.key(op.Key), clientv3.WithRange(s.to(op.To)))
	}
	var how []clientv3.OpOption
	if op.Lease != 0 {
		how = append(how, clientv3.WithLease(clientv3.LeaseID(op.Lease)))
	}
	return clientv3.OpPut(s.key(op.Key), string(op.Value), how...)
}

// Grant implements shared.Store.
func (s Store) Grant(ctx context.Context, ttl time.Duration) (int64, error) {
	c, err := s.client(ctx)
	if err != nil {
		return 0, err
	}
	got, err := c.Grant(ctx, int64((ttl+time.Second-1)/time.Second))
	if err != nil {
		return 0, s.told(err)
	}
	return int64(got.ID), nil
}

// Keep implements shared.Store.
func (s Store) Keep(ctx context.Context, lease int64) error {
	c, err := s.client(ctx)
	if err != nil {
		return err
	}
	_, err = c.KeepAliveOnce(ctx, clientv3.LeaseID(lease))
	return s.told(err)
}

// Revoke implements shared.Store.
func (s Store) Revoke(ctx context.Context, lease int64) error {
	c, err := s.client(ctx)
	if err != nil {
		return err
	}
	_, err = c.Revoke(ctx, clientv3.LeaseID(lease))
	return s.told(err)
}

// told gives an error of etcd the meaning that it has for a cluster, and says whose it is.
func (s Store) told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, rpctypes.ErrLeaseNotFound):
		return shared.ErrNoLease
	case errors.Is(err, rpctypes.ErrNoSpace):
		s.full.Store(true)
		return shared.ErrNoSpace
	}
	address := s.o.Members[s.member]
	if hungUp(err) && s.o.TLS != nil {
		if said := s.o.listen(address); said != nil {
			err = said
		}
	}
	if remedy := s.o.remedy(err); remedy != "" {
		return &Refused{address, err, remedy}
	}
	return fmt.Errorf("etcd at %s: %w", address, err)
}

func (s Store) own(key string) string { return strings.TrimPrefix(key, s.o.Prefix) }
