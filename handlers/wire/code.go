package wire

import (
	"context"

	"marquee/app"
	"marquee/app/codes"
	"marquee/app/company"
	"marquee/handlers/rest"
)

// WhichCode names the code that a call is about.
type WhichCode struct {
	ID   *rest.ID `json:"id" doc:"Finds the code; without it the code does."`
	Code *string  `json:"code" maxlen:"255" doc:"Beside id in a change, the new letters."`
}

// CodeSince is what a change of a code says of the time before it.
type CodeSince struct {
	UnchangedSince *rest.Time `json:"unchangedSince" doc:"When the caller knows it to be changed last, its updatedAt: refused with 409 where somebody changed it since."`
}

// Key is the code that is meant, and its new text.
func (in *WhichCode) Key() (k codes.Key, rename *string, err error) {
	switch {
	case in.ID != nil:
		return codes.Key{ID: int64(*in.ID)}, in.Code, nil
	case in.Code == nil || app.Blank(*in.Code):
		return k, nil, app.Field("id", "is required")
	}
	return codes.Key{Text: *in.Code}, nil, nil
}

// CodesIn asks for a list of codes.
type CodesIn struct {
	rest.Page
	Query       string       `query:"query" maxlen:"50" doc:"A part of the letters."`
	EventID     *rest.ID     `query:"eventId" blank:"true" doc:"Those that name the event, its schedule or something sold there, and those that count for anything."`
	ParentID    *rest.ID     `query:"parentId" blank:"true" doc:"The children of this code; without it all codes that are no children."`
	WithTrashed rest.Trashed `query:"withTrashed"`
}

// Filter is what the list is narrowed by.
func (in *CodesIn) Filter() codes.Filter {
	f := codes.Filter{WithTrashed: bool(in.WithTrashed), Offset: in.Offset, Limit: in.Limit}
	f.Query = in.Query
	if in.ParentID != nil {
		f.ParentID = int64(*in.ParentID)
	}
	if in.EventID != nil {
		f.EventID = int64(*in.EventID)
	}
	return f
}

type codeIn struct {
	ID          *rest.ID     `query:"id" blank:"true"`
	Code        string       `query:"code" maxlen:"255" doc:"Read without case. The id beats it."`
	WithTrashed rest.Trashed `query:"withTrashed" doc:"Deleted codes are found by id."`
}

type childrenIn struct {
	WhichCode
	Quantity int64  `json:"quantity" required:"true" min:"2" max:"10000" doc:"How many it has afterwards; never fewer than before. A call that was cut off is repeated as it was."`
	Prefix   string `json:"prefix" maxlen:"20" doc:"What the codes of new ones begin with."`
}

type restoreCodeIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type deletedCodeJSON struct {
	SuccessJSON
	Deleted bool `json:"deleted" doc:"False when orders were made with it, or with a child of it: then it stays, disabled."`
}

type usageIn struct {
	ID   *rest.ID `query:"id" blank:"true"`
	Code string   `query:"code" maxlen:"255" doc:"Read without case. The id beats it."`
}

// usageJSON is when a code was used.
type usageJSON struct {
	ID        int64            `json:"id"`
	Uses      int64            `json:"uses" doc:"Finished and reserved orders; of a parent, those of its children."`
	Discounts map[string]int64 `json:"discounts" doc:"What was taken off in all, in minor units by currency."`
	Days      []usageDayJSON   `json:"days" doc:"Those on which it was used, by date."`
	IsPartial bool             `json:"isPartial" doc:"Only some 5,000 orders were looked at; discounts and days are of these."`
}

type usageDayJSON struct {
	Date      string           `json:"date" doc:"In the company's time zone."`
	Uses      int64            `json:"uses"`
	Discounts map[string]int64 `json:"discounts"`
}

func usageForm(u *codes.Usage) usageJSON {
	out := usageJSON{ID: u.Code, Uses: u.Uses, Discounts: amounts(u.Off), Days: []usageDayJSON{}, IsPartial: u.Partly}
	for _, d := range u.Days {
		out.Days = append(out.Days, usageDayJSON{d.Date, d.Uses, amounts(d.Off)})
	}
	return out
}

// amounts are those of currencies by their codes.
func amounts(off map[int64]int64) map[string]int64 {
	out := map[string]int64{}
	for id, n := range off {
		cur, _ := company.CurrencyByID(id)
		out[cur.Code] = n
	}
	return out
}

// CodeRoutes are the operations that codes of every kind have.
type CodeRoutes[T, A any] struct {
	App  *app.App
	Kind *codes.Kind[T]
	// Path is that of one code; those of many have an s.
	Path, Tag string
	// One is the code in sentences, with its article.
	One string
	// Form is a code as it is answered; written tells that the call changed it.
	Form func(ctx context.Context, c *app.Caller, v codes.View[T], written bool) (rest.One[A], error)
}

// Answer shows what came of a call.
func (x *CodeRoutes[T, A]) Answer(ctx context.Context, c *app.Caller, v codes.View[T], written bool, err error) (out rest.One[A], _ error) {
	if err != nil {
		return out, err
	}
	return x.Form(ctx, c, v, written)
}

// Routes are reading one, making children, deleting and restoring.
func (x *CodeRoutes[T, A]) Routes() []rest.Route {
	k := x.Kind
	return append([]rest.Route{
		rest.Handle(rest.Spec{
			Method: "GET", Path: x.Path, Summary: "Read " + x.One, Tag: x.Tag,
			Doc: "By id or code.", Allow: k.View, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in codeIn) (rest.One[A], error) {
			key := codes.Key{Text: in.Code}
			if in.ID != nil {
				key.ID = int64(*in.ID)
			}
			v, err := k.Read(ctx, x.App, c, key, bool(in.WithTrashed))
			return x.Answer(ctx, c, v, false, err)
		}),
		rest.Handle(rest.Spec{
			Method: "GET", Path: x.Path + "s/uses", Summary: "Read when " + x.One + " was used", Tag: x.Tag,
			Doc: "By id or code: day by day, how many orders used it and what it took off.", Allow: k.View,
		}, func(ctx context.Context, c *app.Caller, in usageIn) (usageJSON, error) {
			key := codes.Key{Text: in.Code}
			if in.ID != nil {
				key.ID = int64(*in.ID)
			}
			u, err := k.Usage(ctx, x.App, c, key)
			return usageForm(&u), err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: x.Path + "s/children", Summary: "Give " + x.One + " children", Tag: x.Tag,
			Doc: "Makes the code a parent, which cannot be entered any more. Each child has random letters behind the prefix and the settings of the parent. " +
				"They are made some at a time, so that sales go on meanwhile.",
			Allow: k.Edit, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in childrenIn) (out rest.One[A], err error) {
			key, _, err := in.Key()
			if err != nil {
				return out, err
			}
			v, err := k.MakeChildren(ctx, x.App, c, key, codes.ChildRequest{Number: in.Quantity, Prefix: in.Prefix})
			return x.Answer(ctx, c, v, true, err)
		}),
	}, x.trash()...)
}

// trash are deleting and restoring.
func (x *CodeRoutes[T, A]) trash() []rest.Route {
	k := x.Kind
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "DELETE", Path: x.Path + "s", Summary: "Delete " + x.One, Tag: x.Tag,
			Doc: "By id or code. A parent goes with its children; nobody can enter any of them from the first moment on. " +
				"One that orders were made with is disabled instead.",
			Allow: k.Edit,
		}, func(ctx context.Context, c *app.Caller, in WhichCode) (out deletedCodeJSON, err error) {
			key, _, err := in.Key()
			if err != nil {
				return out, err
			}
			out.Deleted, err = k.Delete(ctx, x.App, c, key)
			out.Success = err == nil
			return out, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: x.Path + "s/restore", Summary: "Restore " + x.One, Tag: x.Tag,
			Doc: "Takes a deletion back and enables the code again, with the children that were deleted with it. " +
				"Refused when another code has the same letters.",
			Allow: k.Edit, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in restoreCodeIn) (rest.One[A], error) {
			v, err := k.Restore(ctx, x.App, c, int64(in.ID))
			return x.Answer(ctx, c, v, true, err)
		}),
	}
}
