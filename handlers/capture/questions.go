package capture

import (
	"context"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type questionsIn struct {
	rest.Page
	Groups      []string     `query:"groups" enum:"shop,marketing,internal,access_control"`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

type questionFieldsIn struct {
	Description *string         `json:"description" maxlen:"5000"`
	Group       *capture.Group  `json:"group" doc:"shop unless told. marketing keeps every answer, with the text that was shown."`
	Validation  *string         `json:"validation" maxlen:"500" doc:"Rules joined by a bar: min:1, max:20, date_format:d.m.Y, before_or_equal:today, after_or_equal:2027-01-01, required."`
	Order       rest.Opt[int64] `json:"orderColumn" min:"0"`
	Options     *[]optionIn     `json:"options" maxitems:"300" doc:"All there are from now on, in their order, for select, radio and multi_checkbox. What is left out is taken away; answers that chose it stay."`
}

type optionIn struct {
	ID        rest.ID    `json:"id" doc:"Of an option that there is; a new one has none."`
	Value     string     `json:"value" required:"true" maxlen:"255"`
	IsEnabled *rest.Flag `json:"isEnabled" doc:"Unless false it can be chosen."`
}

type addQuestionIn struct {
	Question string       `json:"question" required:"true" maxlen:"255"`
	Type     capture.Type `json:"type" required:"true"`
	questionFieldsIn
}

type editQuestionIn struct {
	ID       rest.ID `json:"id" required:"true" min:"1"`
	Question *string `json:"question" maxlen:"255"`
	questionFieldsIn
}

type dropIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

func (in *questionFieldsIn) fields(text *string) capture.QuestionFields {
	f := capture.QuestionFields{
		Text: text, Description: in.Description, Group: in.Group, Rules: in.Validation, Order: wire.Maybe(in.Order),
	}
	if in.Options != nil {
		all := make([]capture.OptionFields, len(*in.Options))
		for i, o := range *in.Options {
			all[i] = capture.OptionFields{ID: int64(o.ID), Value: o.Value, Disabled: o.IsEnabled != nil && !bool(*o.IsEnabled)}
		}
		f.Options = &all
	}
	return f
}

func questions(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/questions", Summary: "List questions", Tag: "Questions", Doc: "By id, with their options.",
			Allow: app.ViewQuestions, Fields: true, Limit: capture.MaxPage,
		}, rest.OnList(a, listQuestions)),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/questions", Summary: "Create a question", Tag: "Questions",
			Doc: "It is asked nowhere until a field says so.", Allow: app.EditQuestions, Status: 201, Fields: true, MaxBody: 256 << 10,
		}, func(ctx context.Context, c *app.Caller, in addQuestionIn) (rest.One[wire.QuestionJSON], error) {
			return rest.As(oneQuestion)(capture.CreateQuestion(ctx, a, c, in.Type, in.fields(&in.Question)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/questions/update", Summary: "Change a question", Tag: "Questions",
			Doc: "What is absent stays. Its type never changes; answers that were given stay as they are.", Allow: app.EditQuestions, Fields: true, MaxBody: 256 << 10,
		}, func(ctx context.Context, c *app.Caller, in editQuestionIn) (rest.One[wire.QuestionJSON], error) {
			return rest.As(oneQuestion)(capture.UpdateQuestion(ctx, a, c, int64(in.ID), in.fields(in.Question)))
		}),
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: "/questions", Summary: "Delete a question", Tag: "Questions",
			Doc: "It is asked nowhere any more. Answers stay.", Allow: app.EditQuestions,
		}, func(ctx context.Context, c *app.Caller, in dropIn) (wire.SuccessJSON, error) {
			return wire.Done(capture.DeleteQuestion(ctx, a, c, int64(in.ID)))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/questions/restore", Summary: "Restore a deleted question", Tag: "Questions",
			Doc: "With the fields that went with it. What was not deleted stays as it is.", Allow: app.EditQuestions, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in dropIn) (rest.One[wire.QuestionJSON], error) {
			return rest.As(oneQuestion)(capture.RestoreQuestion(ctx, a, c, int64(in.ID)))
		}),
	}
}

func oneQuestion(q capture.Question) (out rest.One[wire.QuestionJSON]) {
	out.Data = wire.QuestionRow(&q, &out.Included, true)
	return out
}

func listQuestions(ctx context.Context, a *app.App, c *app.Caller, in questionsIn) (out rest.Many[wire.QuestionJSON], l list.Info, err error) {
	page, err := capture.ListQuestions(ctx, a, c, capture.QuestionFilter{
		Groups: in.Groups, WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit,
	})
	if err != nil {
		return out, l, err
	}
	out = rest.List[wire.QuestionJSON](in.Page, page.Info)
	for i := range page.Rows {
		out.Data = append(out.Data, wire.QuestionRow(&page.Rows[i], &out.Included, true))
	}
	return out, page.Info, nil
}
