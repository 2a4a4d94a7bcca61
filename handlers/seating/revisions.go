package seating

import (
	"context"
	"errors"
	"time"

	"marquee/app"
	"marquee/app/seating"
	"marquee/handlers/rest"
)

func revisePlan(ctx context.Context, a *app.App, c *app.Caller, in reviseIn) (out rest.One[planJSON], err error) {
	d, err := ReadDocument(planText(in.Plan), "plan")
	if err != nil {
		return out, err
	}
	return rest.As(onePlan)(seating.Revise(ctx, a, c, seating.Revision{
		PlanID: int64(in.ID), Document: d, Prefix: "plan.", UnchangedSince: in.UnchangedSince.At(),
	}))
}

type revisionsIn struct {
	ID rest.ID `query:"id" required:"true" min:"1"`
}

type revisionsJSON struct {
	Revisions []revisionJSON `json:"revisions"`
}

type revisionJSON struct {
	Revision  int64     `json:"revision"`
	Name      string    `json:"name"`
	Spaces    int64     `json:"spaces"`
	Capacity  int64     `json:"capacity"`
	CreatedAt time.Time `json:"createdAt"`
}

func listRevisions(ctx context.Context, a *app.App, c *app.Caller, in revisionsIn) (out revisionsJSON, err error) {
	all, err := seating.Revisions(ctx, a, c, int64(in.ID))
	out.Revisions = []revisionJSON{}
	for i := range all {
		p := &all[i]
		out.Revisions = append(out.Revisions, revisionJSON{p.Number(), p.Name, p.Spaces, p.Capacity, p.CreatedAt})
	}
	return out, err
}

type checkIn struct {
	Plan rest.Raw `json:"plan" required:"true"`
}

type checkJSON struct {
	Spaces   int64         `json:"spaces" doc:"Seats and general admission areas; 0 of a plan with problems."`
	Capacity int64         `json:"capacity"`
	Problems []problemJSON `json:"problems"`
	Doubts   []problemJSON `json:"doubts"`
}

type problemJSON struct {
	Path    string        `json:"path" doc:"Where it is in the document."`
	Message string        `json:"message"`
	Where   string        `json:"where" doc:"What people call it: block, row and seat."`
	At      *positionJSON `json:"at" doc:"Its place on the plan; null: it has none."`
}

// checkPlan is a pure function of the document, for who may see or change plans.
func checkPlan(_ context.Context, c *app.Caller, in checkIn) (out checkJSON, err error) {
	out.Problems, out.Doubts = []problemJSON{}, []problemJSON{}
	if err := c.Need(app.AnyOf{app.EditSeating, app.ViewSeating}); err != nil {
		return out, err
	}
	d, err := ReadDocument(planText(in.Plan), "")
	var unread *app.Error
	if errors.As(err, &unread) {
		for _, f := range unread.Fields {
			out.Problems = append(out.Problems, problemForm(c, seating.Problem{Path: f.Field, Message: f.Message}))
		}
		return out, nil
	}
	wrong, doubtful, size := d.Look()
	out.Spaces, out.Capacity = size.Spaces, size.Capacity
	for _, p := range wrong {
		out.Problems = append(out.Problems, problemForm(c, p))
	}
	for _, p := range doubtful {
		out.Doubts = append(out.Doubts, problemForm(c, p))
	}
	return out, err
}

func problemForm(c *app.Caller, p seating.Problem) problemJSON {
	out := problemJSON{Path: p.Path, Message: rest.Translate(c.Locale, p.Message), Where: p.Where}
	if p.At != nil {
		out.At = &positionJSON{p.At.X, p.At.Y}
	}
	return out
}
