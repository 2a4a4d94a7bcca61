package webhook

import "cmp"

// Where a company has one webhook that is on and it answers well, a call is not stored before it
// is sent: it is made of its notice, and stored with what came of it by the transaction that
// deletes the notice. That is a third of the writes. A process that ends before finds the notice
// again, and sends a call with the same id.

// direct are the calls of one endpoint that are sent so.
type direct struct {
	notices map[noticeKey]bool
	// lanes have the calls about each object, in the order of the changes. Only the first of
	// them is sent, or is ready for it.
	lanes map[int64][]Call
	ready []Call
}

// direct tells that the call is not stored yet.
func (c *Call) direct() bool { return c.ID == 0 }

// notice is the key of what the call was made of.
func (c *Call) notice() noticeKey {
	return noticeKey{A: c.At, B: c.Kind.number(), C: c.ObjectID}
}

// underWay is what was handed to pumps.
type underWay struct {
	// All up to mark is, nil for nothing; notices are those behind it.
	mark    *noticeKey
	notices map[noticeKey]bool
	lanes   map[int64]bool
	room    int   // of the endpoint with least of it
	returns int64 // of the worker
}

// underWay looks before the notices are read: what ends meanwhile is not taken for new.
func (w *worker) underWay(company int64) underWay {
	w.mu.Lock()
	defer w.mu.Unlock()
	u := underWay{notices: map[noticeKey]bool{}, lanes: map[int64]bool{}, room: maxDirect, returns: w.returns}
	if mark, ok := w.marks[company]; ok {
		u.mark = &mark
	}
	for key, d := range w.directs {
		if key.company != company {
			continue
		}
		for n := range d.notices {
			if u.mark == nil || olderNotice(*u.mark, n) {
				u.notices[n] = true
			}
		}
		for lane := range d.lanes {
			u.lanes[lane] = true
		}
		u.room = min(u.room, maxDirect-len(d.notices))
	}
	return u
}

// has tells whether a notice is under way.
func (u *underWay) has(key noticeKey) bool {
	return u.notices[key] || u.mark != nil && !olderNotice(*u.mark, key)
}

// olderNotice tells whether a notice comes before another one.
func olderNotice(a, b noticeKey) bool {
	return cmp.Or(a.A.Compare(b.A), cmp.Compare(a.B, b.B), cmp.Compare(a.C, b.C)) < 0
}

// hand gives calls to the pump of an endpoint. Of a lane that was under way when they were
// made and is not any more nobody knows here how it ended: its notices stay for the next look.
// With all of them, everything up to mark is under way.
func (w *worker) hand(key pumpKey, all []Call, before underWay, mark *noticeKey) {
	if len(all) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.directs[key]
	if d == nil {
		d = &direct{notices: map[noticeKey]bool{}, lanes: map[int64][]Call{}}
		w.directs[key] = d
	}
	for _, c := range all {
		lane := c.lane()
		queue := d.lanes[lane]
		if len(queue) == 0 && before.lanes[lane] {
			mark = nil
			continue
		}
		if len(queue) == 0 {
			d.ready = append(d.ready, c)
		}
		d.lanes[lane] = append(queue, c)
		d.notices[c.notice()] = true
	}
	if mark != nil && before.returns == w.returns {
		w.marks[key.company] = *mark
	}
}

// handed are the endpoints of a company for which calls are ready.
func (w *worker) handed(company int64) (all []int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, d := range w.directs {
		if key.company == company && len(d.ready) > 0 {
			all = append(all, key.endpoint)
		}
	}
	return all
}

// take gives n calls that are ready, at most.
func (w *worker) take(key pumpKey, n int) []Call {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.directs[key]
	if d == nil || n <= 0 {
		return nil
	}
	n = min(n, len(d.ready))
	some := d.ready[:n:n]
	d.ready = d.ready[n:]
	return some
}

// giveBack leaves what is ready to be stored as calls.
func (w *worker) giveBack(key pumpKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.directs[key]
	if d == nil {
		return
	}
	if len(d.ready) > 0 {
		w.returned(key)
	}
	for i := range d.ready {
		d.drop(d.ready[i].lane())
	}
	d.ready = nil
	w.forgetEmpty(key)
}

// leave forgets all that is under way to an endpoint, when nobody knows how it ends: the notices
// that are there yet are sent.
func (w *worker) leave(key pumpKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.returned(key)
	delete(w.directs, key)
}

// forgetEmpty forgets an endpoint of which nothing is under way. The caller holds mu.
func (w *worker) forgetEmpty(key pumpKey) {
	if d := w.directs[key]; d != nil && len(d.notices) == 0 {
		delete(w.directs, key)
	}
}

// returned lets the notices of a company be looked at from the start: some are not under way any
// more, and stay. The caller holds mu.
func (w *worker) returned(key pumpKey) {
	w.returns++
	delete(w.marks, key.company)
}

// drop forgets a lane: its notices, if they stay, are there again for whoever looks.
func (d *direct) drop(lane int64) {
	for i := range d.lanes[lane] {
		delete(d.notices, d.lanes[lane][i].notice())
	}
	delete(d.lanes, lane)
}

// over takes out calls that were sent, once it is stored what came of them. The next of a lane
// is ready then; where one is stored as waiting, or nobody knows, the others follow it there.
// Some tells that there were any, and so that there is room for others.
func (w *worker) over(key pumpKey, sent []Call, results []Result, stored error) (some bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.directs[key]
	if d == nil {
		return false
	}
	for i := range sent {
		if !sent[i].direct() {
			continue
		}
		some = true
		lane := sent[i].lane()
		ended := stored == nil && (results[i].Problem == "" || results[i].Dropped)
		if !ended {
			w.returned(key)
		}
		if !ended || len(d.lanes[lane]) < 2 {
			d.drop(lane)
			continue
		}
		delete(d.notices, sent[i].notice())
		d.lanes[lane] = d.lanes[lane][1:]
		d.ready = append(d.ready, d.lanes[lane][0])
	}
	w.forgetEmpty(key)
	return some
}
