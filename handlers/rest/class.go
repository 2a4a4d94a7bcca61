package rest

import (
	"context"
	"errors"
	"sync"
	"time"

	"marquee/app"
)

// Class is answers of one kind that are made at the same time: so many at once, and of one
// company, or whoever else a request is for, no more than half of them. Whoever waits is let
// in as in the queues of the API, so that no company waits behind another; and no class waits
// behind another.
type Class struct {
	name string
	lane *lane
}

// NewClass makes one, with so many places for each company, of which each may wait for so long.
func NewClass(name string, each int, patience time.Duration) *Class {
	l := newLane(2*each, each)
	l.crowd, l.crowdEach, l.patience = classCrowd, classCrowdEach, patience
	return &Class{name, l}
}

// Name tells the class from others.
func (c *Class) Name() string { return c.name }

// Enter waits for a place among those of a company. It is the request's until leave is called,
// which may be called again.
func (c *Class) Enter(ctx context.Context, company string) (leave func(), err error) {
	out, err := c.lane.enter(ctx, callerKey{address: company, class: c.name}, shortRead)
	var refused *app.Error
	if errors.As(err, &refused) {
		return nil, soon(app.Refuse(app.TooMany, "The box office is very busy. Please try again."))
	}
	if err != nil {
		return nil, err
	}
	began := time.Now()
	return sync.OnceFunc(func() { out(time.Since(began)) }), nil
}

// Running is how many places are taken.
func (c *Class) Running() int {
	c.lane.mu.Lock()
	defer c.lane.mu.Unlock()
	return c.lane.running
}
