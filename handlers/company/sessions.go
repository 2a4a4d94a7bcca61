package company

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/handlers/rest"
)

type sessionsIn struct {
	UserID *rest.ID `query:"userId" doc:"Whose; the caller's own when absent."`
}

// endSessionsIn says which sessions end.
type endSessionsIn struct {
	ID       rest.ID   `json:"id" blank:"true" doc:"One of GET /sessions."`
	UserID   rest.ID   `json:"userId" blank:"true" doc:"Instead of id: all of this user, but for the one of the call."`
	Programs rest.Flag `json:"programs" doc:"With userId: tokens of programs too."`
}

type sessionJSON struct {
	ID        int64      `json:"id"`
	Name      string     `json:"name"`
	Kind      string     `json:"kind" enum:"page,login,program" doc:"page: signed in on a page. login: logged in over the API. program: made by hand."`
	Current   bool       `json:"current" doc:"The one of this call."`
	CreatedAt time.Time  `json:"createdAt"`
	LastUsed  *time.Time `json:"lastUsedAt" doc:"It is noted once an hour."`
	ExpiresAt *time.Time `json:"expiresAt"`
}

type sessionsJSON struct {
	Sessions []sessionJSON `json:"sessions"`
}

type endedJSON struct {
	Ended int `json:"ended" doc:"How many."`
}

func sessionForm(t *company.Token, c *app.Caller) sessionJSON {
	kind := "program"
	switch t.Purpose {
	case company.ForPage:
		kind = "page"
	case company.ForLogin:
		kind = "login"
	}
	return sessionJSON{ID: t.ID, Name: t.Name, Kind: kind, Current: t.ID == c.TokenID, CreatedAt: t.CreatedAt, LastUsed: t.LastUsedAt, ExpiresAt: t.ExpiresAt}
}

func sessions(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/sessions", Summary: "List where a user is signed in", Tag: usersTag, Allow: app.Authenticated,
			Doc: "Their tokens that are good now, of log-ins and of programs, the newest first. Those of others need `users.view` or `users.manage`.",
		}, func(ctx context.Context, c *app.Caller, in sessionsIn) (sessionsJSON, error) {
			id := c.UserID
			if in.UserID != nil {
				id = int64(*in.UserID)
			}
			all, err := company.SessionsOf(ctx, a, c, id)
			out := sessionsJSON{[]sessionJSON{}}
			for i := range all {
				out.Sessions = append(out.Sessions, sessionForm(&all[i], c))
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/sessions", Summary: "End sessions of a user", Tag: usersTag, Proof: true, Allow: app.Authenticated,
			Doc: "From the next request on, and for good. Those of others need `users.edit` or `users.manage`, and may be ended by whoever may do all that the user may, in each of their companies: a session is good in all of them.",
		}, func(ctx context.Context, c *app.Caller, in endSessionsIn) (endedJSON, error) {
			n, err := company.EndSessions(ctx, a, c, company.EndedSessions{ID: int64(in.ID), UserID: int64(in.UserID), Programs: bool(in.Programs)})
			return endedJSON{n}, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/company/users/invite", Summary: "Mail an invitation again", Tag: usersTag, Proof: true,
			Doc:   "To somebody who has not chosen a password yet. The link is good once, for 7 days, and the one before ends. " + grantDoc,
			Allow: app.CreateUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, in whoIn) (out userToldJSON, err error) {
			u, err := company.InviteAgain(ctx, a, c, company.UserKey{ID: int64(in.ID), Email: in.Email})
			return userTold(&u, "The invitation is on its way."), err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/company/users/second-factor", Summary: "Take the second factor of a user away", Tag: usersTag, Proof: true,
			Doc:   "For somebody who has lost what gives its codes. Whoever is signed in as them is signed out. " + grantDoc,
			Allow: app.EditUsers, Or: []app.Ability{app.ManageUsers},
		}, func(ctx context.Context, c *app.Caller, in whoIn) (out userToldJSON, err error) {
			u, err := company.DropFactorOf(ctx, a, c, company.UserKey{ID: int64(in.ID), Email: in.Email})
			return userTold(&u, "The second factor is gone."), err
		}),
	}
}
