package indexes

import (
	"bytes"
	"reflect"
	"sync"
)

// recordCache caches the decoded records of a table that is read often and changed
// rarely. It needs no invalidation: a look-up passes the stored bytes of the
// reader's own snapshot, and hits only if the cached record was decoded from
// exactly these bytes.
type recordCache struct {
	mu   sync.RWMutex
	kept map[string]*decoded // by the record's key
}

// decoded is a record and the bytes it was decoded from. Neither ever changes.
type decoded struct {
	raw []byte
	rec any // a pointer
}

// find returns the record under a key whose stored form is raw. What the record
// points to is shared by all readers.
func (s *recordCache) find(key, raw []byte) (*decoded, bool) {
	s.mu.RLock()
	d := s.kept[string(key)]
	s.mu.RUnlock()
	return d, d != nil && bytes.Equal(d.raw, raw)
}

// keep adds a record, which is the cache's from now on, and returns the cached form. A full cache is emptied first:
// records that are read often are soon back.
func (s *recordCache) keep(key, raw []byte, rec any) *decoded {
	d := &decoded{bytes.Clone(raw), rec}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || len(s.kept) >= maxShared {
		s.kept = map[string]*decoded{}
	}
	s.kept[string(key)] = d
	return d
}

// altered reports whether the cached record differs from a fresh decoding of the
// same bytes: somebody changed a record that all readers share.
func (s *recordCache) altered(key, raw []byte, rec any) bool {
	d, ok := s.find(key, raw)
	return ok && !reflect.DeepEqual(d.rec, rec)
}
