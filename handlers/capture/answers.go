package capture

import (
	"context"
	"encoding/json"
	"strconv"

	"marquee/app"
	"marquee/app/capture"
	"marquee/app/order"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type answersIn struct {
	Responses []answerIn `json:"responses" required:"true" maxitems:"500" doc:"The body may be this list alone."`
}

type answerIn struct {
	Answer     rest.Raw  `json:"answer" doc:"Text, or a list of option ids. An empty answer says nothing."`
	FieldID    rest.ID   `json:"fieldId" required:"true" min:"1"`
	OrderID    rest.Text `json:"orderId" maxlen:"20" doc:"The id or the reference of the basket or order."`
	ItemID     rest.ID   `json:"orderItemId" doc:"The unit, for fields of item_tickets; the ticket, for those of zones."`
	ZoneScanID rest.Text `json:"zoneScanId" maxlen:"255" doc:"The uuid of the scan at a gate whose ticket the answer is about, in place of orderItemId."`
	EventID    rest.ID   `json:"eventId" doc:"Must be of the order."`
	CustomerID rest.ID   `json:"customerId" doc:"Must be of the order."`
}

type answeredJSON struct {
	Data []rest.Resource[wire.ResponseJSON] `json:"data"`
}

// mayAnswer are the abilities of which one is enough to answer.
var mayAnswer = app.AnyOf{app.Sell, app.EditOrders, app.ScanZones}

func answers(a *app.App) []rest.Route {
	return []rest.Route{
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/data-capture-responses", Summary: "Answer questions", Tag: "Questions", Allow: mayAnswer[0], Or: mayAnswer[1:],
			Weight: app.Medium, MaxBody: 1 << 20, Turn: rest.InBulk, BareList: "responses",
			Doc: "All or none. The body is a list of answers, or an object with that list as responses; problems name their place, as in 0.answer. " +
				"Another answer to the same field of the same order or item takes the place of the first; marketing questions keep each. Whoever scans answers what zones ask, and nothing else.",
		}, func(ctx context.Context, c *app.Caller, in answersIn) (out answeredJSON, err error) {
			given, err := in.given(ctx, a, c)
			if err != nil {
				return out, err
			}
			told, err := capture.Save(ctx, a, c, given)
			for i := range told {
				out.Data = append(out.Data, rest.Resource[wire.ResponseJSON]{Type: wire.ResponseType, ID: told[i].ID, Attributes: wire.ResponseForm(&told[i])})
			}
			return out, err
		}),
	}
}

func (in *answersIn) given(ctx context.Context, a *app.App, c *app.Caller) ([]capture.Given, error) {
	var p app.Problems
	all := make([]capture.Given, len(in.Responses))
	for i := range in.Responses {
		r := &in.Responses[i]
		id, err := order.IDOf(ctx, a, c, mayAnswer, string(r.OrderID))
		if err != nil {
			return nil, err
		}
		all[i] = capture.Given{
			FieldID: int64(r.FieldID), OrderID: id, ItemID: int64(r.ItemID), EventID: int64(r.EventID), CustomerID: int64(r.CustomerID), ScanID: string(r.ZoneScanID),
		}
		var ok bool
		if all[i].Answer, ok = answerOf(r.Answer); !ok {
			p.Add(strconv.Itoa(i)+".answer", "must be text or a list of options")
		}
	}
	return all, p.Err()
}

// answerOf reads an answer: text, a number or a truth value as text, or a list of ids.
func answerOf(raw rest.Raw) (a capture.Answer, ok bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return a, true
	}
	var text string
	var ids []int64
	switch raw[0] {
	case '"':
		ok = json.Unmarshal(raw, &text) == nil
	case '[':
		ok = json.Unmarshal(raw, &ids) == nil
		if ids == nil {
			return a, ok
		}
	case '{':
		return a, false
	default:
		text, ok = string(raw), true
	}
	return capture.Answer{Text: text, Chosen: ids}, ok
}
