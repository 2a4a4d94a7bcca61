package capture

import (
	"context"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type fieldsIn struct {
	rest.Page
	Entities    []string     `query:"assignedToEntity" enum:"companies,events,items,item_sales,item_tickets,event_schedules,zones"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type fieldFieldsIn struct {
	IsRequired *rest.Flag      `json:"isRequired"`
	Hidden     *rest.Flag      `json:"hideDuringCheckout"`
	IsEnabled  *rest.Flag      `json:"isEnabled" doc:"It is asked unless this is false."`
	Order      rest.Opt[int64] `json:"orderColumn" min:"0"`
}

type addFieldIn struct {
	QuestionID rest.ID        `json:"questionId" required:"true" min:"1"`
	Entity     capture.Entity `json:"assignedToEntity" required:"true" doc:"companies asks with every order; events, event_schedules, items (an inventory item) and item_sales with the orders that have something of it; item_tickets for each unit of a sale item."`
	EntityID   rest.ID        `json:"assignedToId" doc:"The event, schedule, inventory item or sale item; none for companies."`
	fieldFieldsIn
}

type editFieldIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
	fieldFieldsIn
}

type moveFieldIn struct {
	ID       rest.ID           `json:"id" required:"true" min:"1"`
	BeforeID rest.Opt[rest.ID] `json:"beforeId" blank:"true" doc:"What it then stands in front of; last when absent or null."`
}

type moveOptionIn struct {
	ID       rest.ID           `json:"id" required:"true" min:"1"`
	BeforeID rest.Opt[rest.ID] `json:"beforeId" blank:"true" doc:"What it then stands in front of; last when absent or null."`
}

type eventQuestionsIn struct {
	EventID rest.ID `query:"eventId" required:"true" min:"1"`
}

type askedAtEventsJSON struct {
	Data []askedAtEventJSON `json:"data"`
}

type askedAtEventJSON struct {
	FieldID    int64          `json:"fieldId"`
	QuestionID int64          `json:"questionId"`
	Question   string         `json:"question"`
	Type       capture.Type   `json:"type"`
	Entity     capture.Entity `json:"assignedToEntity"`
	EntityID   int64          `json:"assignedToId"`
	SaleItem   *string        `json:"saleItem" doc:"The name of the sale item that it is asked of."`
	IsRequired bool           `json:"isRequired"`
	Answered   int64          `json:"answered" doc:"How often."`
	Missing    *int64         `json:"missing" doc:"How many units that were sold have no answer; null where that is not counted: for what is asked once per order, and what may stay open."`
}

func (in *fieldFieldsIn) fields() capture.FieldFields {
	return capture.FieldFields{
		Required: wire.Yes(in.IsRequired), Hidden: wire.Yes(in.Hidden), Enabled: wire.Yes(in.IsEnabled), Order: wire.Maybe(in.Order),
	}
}

func fields(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/question-fields", Summary: "List where questions are asked", Tag: "Questions", Doc: "By id.",
			Allow: app.ViewQuestions, Fields: true, Limit: capture.MaxPage,
		}, func(ctx context.Context, c *app.Caller, in fieldsIn) (out rest.Many[wire.FieldJSON], l list.Info, err error) {
			page, err := capture.ListFields(ctx, a, c, capture.FieldFilter{
				Entities: in.Entities, WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit,
			})
			if err != nil {
				return out, l, err
			}
			return rest.ListOf(in.Page, page.Info, page.Rows, func(f capture.Field) rest.Resource[wire.FieldJSON] { return wire.FieldRow(&f) }), page.Info, nil
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/question-fields", Summary: "Ask a question somewhere", Tag: "Questions", Allow: app.EditQuestions, Status: 201, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in addFieldIn) (rest.One[wire.FieldJSON], error) {
			return rest.As(oneField)(capture.CreateField(ctx, a, c, int64(in.QuestionID), in.Entity, int64(in.EntityID), in.fields()))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/question-fields/update", Summary: "Change how a question is asked", Tag: "Questions",
			Doc: "What is absent stays. What it asks, and where, never changes.", Allow: app.EditQuestions, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in editFieldIn) (rest.One[wire.FieldJSON], error) {
			return rest.As(oneField)(capture.UpdateField(ctx, a, c, int64(in.ID), in.fields()))
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: "/event-questions", Summary: "List what buyers of an event are asked", Tag: "Questions",
			Doc: "Of the company, the event, its schedule and what it sells, in the order of the checkout, with how often it was answered.", Allow: app.ViewQuestions,
		}, func(ctx context.Context, c *app.Caller, in eventQuestionsIn) (out askedAtEventsJSON, err error) {
			all, err := capture.AtEvent(ctx, a, c, int64(in.EventID))
			out.Data = []askedAtEventJSON{}
			for _, f := range all {
				out.Data = append(out.Data, askedAtEventJSON{
					FieldID: f.Field.ID, QuestionID: f.Question.ID, Question: f.Question.Text, Type: f.Question.Type, Entity: f.Field.Entity, EntityID: f.Field.EntityID,
					SaleItem: wire.OrNull(f.Name), IsRequired: f.Field.Demands(f.Question), Answered: f.Answered, Missing: f.Missing,
				})
			}
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/question-fields", Summary: "Stop asking a question somewhere", Tag: "Questions", Doc: "Answers stay.", Allow: app.EditQuestions,
		}, func(ctx context.Context, c *app.Caller, in dropIn) (wire.SuccessJSON, error) {
			return wire.Done(capture.DeleteField(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/question-fields/restore", Summary: "Ask a question again where that was stopped", Tag: "Questions", Allow: app.EditQuestions,
		}, func(ctx context.Context, c *app.Caller, in dropIn) (wire.SuccessJSON, error) {
			return wire.Done(capture.RestoreField(ctx, a, c, int64(in.ID)))
		}),
	}
}

// moves put what is asked, and what can be answered, into another order.
func moves(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/question-fields/move", Summary: "Move a question among those of its place", Tag: "Questions",
			Doc: "The fields of the place get order columns from 1 on.", Allow: app.EditQuestions,
		}, func(ctx context.Context, c *app.Caller, in moveFieldIn) (wire.SuccessJSON, error) {
			before, _ := in.BeforeID.Get()
			return wire.Done(capture.MoveField(ctx, a, c, int64(in.ID), int64(before)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/question-options/move", Summary: "Move an option among those of its question", Tag: "Questions",
			Doc: "Answers that chose it stay.", Allow: app.EditQuestions,
		}, func(ctx context.Context, c *app.Caller, in moveOptionIn) (wire.SuccessJSON, error) {
			before, _ := in.BeforeID.Get()
			return wire.Done(capture.MoveOption(ctx, a, c, int64(in.ID), int64(before)))
		}),
	}
}

func oneField(f capture.Field) rest.One[wire.FieldJSON] {
	return rest.One[wire.FieldJSON]{Data: wire.FieldRow(&f)}
}
