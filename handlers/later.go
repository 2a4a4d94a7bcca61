package handlers

import (
	"context"
	"errors"

	"marquee/app"
	"marquee/app/async"
	"marquee/app/company"
	"marquee/handlers/rest"
)

// later keeps the requests whose callers do not wait.
func later(a *app.App) *rest.Async {
	return &rest.Async{
		Take: func(ctx context.Context, c *app.Caller, in rest.Later) (string, error) {
			kept := async.Request{Method: in.Method, Path: in.Path, Query: in.Query, Host: in.Host, TLS: in.TLS, Body: in.Body, Safe: in.Safe, Address: c.Via.Address}
			for _, h := range in.Header {
				kept.Header = append(kept.Header, async.Field(h))
			}
			return async.Take(ctx, a, c, kept)
		},
		Find: func(ctx context.Context, c *app.Caller, uuid, method, path string) (rest.LaterAnswer, bool, error) {
			known, ready, err := async.Find(ctx, a, c, uuid, method, path)
			out := rest.LaterAnswer{Status: known.Status, Body: known.Body}
			for _, h := range known.Header {
				out.Header = append(out.Header, rest.LaterHeader(h))
			}
			return out, ready, err
		},
	}
}

// carrier carries them out.
type carrier struct {
	app *app.App
	api *rest.API
}

func (c carrier) Run(ctx context.Context, tokenID, companyID int64, in async.Request) async.Answer {
	caller, err := company.AuthenticateAgain(ctx, c.app, tokenID, companyID)
	var refusal *app.Error
	if errors.As(err, &refusal) {
		return c.Refused(refusal)
	}
	if err != nil {
		return c.Interrupted()
	}
	caller.Via.Address = in.Address
	asked := rest.Later{Method: in.Method, Path: in.Path, Query: in.Query, Host: in.Host, TLS: in.TLS, Body: in.Body, Safe: in.Safe}
	for _, h := range in.Header {
		asked.Header = append(asked.Header, rest.LaterHeader(h))
	}
	out := c.api.Carry(ctx, caller, asked)
	if out.Status == rest.StatusClientGone { // the server is being stopped
		return c.Interrupted()
	}
	kept := answered(out)
	kept.Rights = caller.Rights()
	return kept
}

func (c carrier) Interrupted() async.Answer {
	return c.Refused(app.Refuse(app.Unavailable, "Nobody knows whether this was done: the server was stopped, or failed, meanwhile."))
}

// Refused is an answer that refuses, in English.
func (c carrier) Refused(e *app.Error) async.Answer { return answered(c.api.Refused(e)) }

// answered is an answer as it is kept.
func answered(out rest.LaterAnswer) async.Answer {
	kept := async.Answer{Status: out.Status, Body: out.Body}
	for _, h := range out.Header {
		kept.Header = append(kept.Header, async.Field(h))
	}
	return kept
}
