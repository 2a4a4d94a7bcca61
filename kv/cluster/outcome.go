package cluster

import (
	"bytes"
	"errors"
	"time"

	"marquee/kv/cluster/shared"
)

// outcome is what is known of a commit that was sent to the log.
type outcome int

const (
	unsettled outcome = iota // it may be there or not, now or later: ask again
	durable                  // it is there, and stays if the one it follows does
	refused                  // it is not there, and never will be
	lostSight                // it is not known, and cannot be found out any more
)

// judge tells it from an answer. A refused transaction read the leader's key, that of the commit
// and state/trim: whoever finds its own value there got through with an earlier try. One that is
// not there while another node leads will never be: the transaction asks for the term. But once
// the log was trimmed beyond it, it may have been there.
func judge(r shared.Result, err error, term int64, prev time.Time, value []byte) outcome {
	switch {
	case errors.Is(err, shared.ErrNoSpace), err != nil:
		return unsettled
	case r.Done:
		return durable
	}
	if there := shared.Found(r.Found, logKey(prev)); there != nil {
		if bytes.Equal(there.Value, value) {
			return durable
		}
		return refused
	}
	if lead := shared.Found(r.Found, leaderKey); lead != nil && lead.Created == term {
		return unsettled
	}
	trim := shared.Found(r.Found, trimKey)
	if trim == nil {
		return lostSight
	}
	if from, err := momentOf(trim.Value); err != nil || from.After(prev) {
		return lostSight
	}
	return refused
}
