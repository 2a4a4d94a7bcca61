package webhook

import (
	"context"
	"slices"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// EndpointFilter says which page of the endpoints a list shows.
type EndpointFilter struct {
	list.Request
}

var endpointList = &list.List[Endpoint, EndpointFilter]{
	Needs: app.ViewWebhooks,
	Name:  "webhooks", Max: MaxPage, Table: endpoints.Table, ByOffset: true,
	Plan: func(r app.Reader, _ *EndpointFilter) (list.Plan[Endpoint], error) {
		groups, err := endpointListed.Groups(r, standing, deleted)
		return list.Groups(r, endpointListed, groups, list.All, false), err
	},
}

// View is an endpoint, and how it stands.
type View struct {
	Endpoint
	// Open and Dead count its calls.
	Open, Dead int64
}

// List lists the endpoints of the company by id.
func List(ctx context.Context, a *app.App, c *app.Caller, f EndpointFilter) (list.Page[View], error) {
	return list.Views(ctx, a, c, endpointList, f, f.Request, func(r app.Reader, e *Endpoint) (View, error) { return view(r, *e) })
}

// Read reads an endpoint.
func Read(ctx context.Context, a *app.App, c *app.Caller, id int64) (v View, err error) {
	err = a.View(ctx, c, app.ViewWebhooks, func(r app.Reader) error {
		e, err := find(r, id)
		if err == nil {
			v, err = view(r, e)
		}
		return err
	})
	return v, err
}

func view(r app.Reader, e Endpoint) (v View, err error) {
	v.Endpoint = e
	if v.Open, err = openOf(r, e.ID); err == nil {
		v.Dead, err = callListed.CountOf(r, indexes.Equal(groupOf(e.ID, Dead)))
	}
	return v, err
}

// CallFilter says which calls a list shows.
type CallFilter struct {
	EndpointID int64    `list:"webhookId"`
	States     []string `list:"states"`
	Kinds      []string `list:"kinds"`
	list.Request
}

var callList = &list.List[Call, CallFilter]{
	Needs: app.ViewWebhooks,
	Name:  "webhook-calls", Max: MaxPage, Table: calls.Table,
	Plan: func(r app.Reader, f *CallFilter) (list.Plan[Call], error) { return f.plan(r) },
}

// ListCalls lists calls, the newest first.
func ListCalls(ctx context.Context, a *app.App, c *app.Caller, f CallFilter) (list.Page[Call], error) {
	return callList.Read(ctx, a, c, f, f.Request, nil)
}

// plan walks the calls of endpoints that were not deleted, each state a group of its own.
func (f *CallFilter) plan(r app.Reader) (list.Plan[Call], error) {
	all, err := standingOnes(r)
	var groups []indexes.Group
	for i := 0; i < len(all) && err == nil; i++ {
		if f.EndpointID != 0 && f.EndpointID != all[i].ID {
			continue
		}
		var some []indexes.Group
		some, err = callListed.Groups(r, groupOf(all[i].ID, Waiting), groupOf(all[i].ID, lastState)+1)
		for _, g := range some {
			if _, s := ofGroup(g.Key); f.wants(s) {
				groups = append(groups, g)
			}
		}
	}
	plan := list.Groups(r, callListed, groups, list.All, true)
	plan.Exact = len(f.Kinds) == 0
	plan.Fits = func(c *Call) (bool, error) {
		return f.wants(c.State) && (len(f.Kinds) == 0 || slices.Contains(f.Kinds, string(c.Kind))), nil
	}
	plan.Key = func(c *Call) indexes.Position { return list.AtID(c.ID) }
	return plan, err
}

func (f *CallFilter) wants(s State) bool {
	return len(f.States) == 0 || slices.Contains(f.States, s.String())
}
