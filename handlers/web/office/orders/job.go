package orders

import (
	"fmt"
	"marquee/handlers/web/office/screen"

	"marquee/app"
	"marquee/app/imports"
	"marquee/handlers/rest"
)

// jobBody is something that is done to many orders: what would happen, how far it is, what came of it.
type jobBody struct {
	Orders, Action, State string
	// Looked tells that nothing was done yet and somebody has to decide, Going that it goes on.
	Looked, Going bool
	ID            string
	Share         string // in hundredths
	Done          string // n of m
	Fit, Left     string
	Button        string
	Reasons       []jobReason
	Rows          []jobRow
}

// jobReason is why some orders are left out.
type jobReason struct{ Count, Reason string }

// jobRow is what became of an order.
type jobRow struct {
	Order, To, Reason string
	Chip              screen.Chip
}

func orderJobScreen(o *screen.Pages) *screen.Screen {
	return &screen.Screen{
		Get: "GET /office/{alias}/jobs/{job}", Post: "POST /office/{alias}/jobs/{job}", Needs: app.EditOrders,
		Template: o.Template(templates, "order_job.html"), Show: showOrderJob,
		Forms: map[string]screen.Then{"POST imports/approve": {Say: "office.job_begun"}, "POST imports/cancel": {Say: "office.job_ended"}},
	}
}

func showOrderJob(v *screen.Visit) error {
	n, err := imports.Read(v.R.Context(), v.App, v.Caller, v.ID("job"))
	if err != nil || n.Type != imports.OrderActions {
		return app.Missing("page")
	}
	body := &jobBody{
		Orders: v.Path("/orders"), ID: screen.Number(n.ID), Action: v.View.T("office.orders_do_" + n.Name), State: v.View.T("office.job_" + n.Slug()),
		Looked: n.State == imports.Checked, Going: n.State == imports.Checking || n.State == imports.Running,
	}
	v.View.Title = v.View.T("office.job", "action", body.Action)
	if body.Going {
		body.Done = v.View.T("office.job_done", "at", v.View.Number(n.At), "all", v.View.Number(n.Rows))
		body.Share = fmt.Sprintf("%.1f", float64(n.At)*100/float64(max(1, n.Rows)))
	} else {
		body.Fit = v.View.T("office.job_fit", "n", n.Valid)
		body.Button = v.View.T("office.orders_do_n_"+n.Name, "n", n.Valid)
		if left := n.Refused + n.Failed; left > 0 {
			body.Left = v.View.T("office.job_left", "n", left)
		}
	}
	if n.State == imports.Done || n.State == imports.Cancelled {
		body.Fit = v.View.T("office.job_did", "n", n.Changed)
	}
	if body.Going && n.State == imports.Checking {
		body.Done += ", " + v.View.T("office.job_nothing_yet")
	}
	for _, op := range []string{"POST imports/approve", "POST imports/cancel"} {
		v.Body.Add(op).Put("id", n.ID)
	}
	v.Body.It = body
	return body.addRows(v, &n)
}

// addRows adds what became of each order, the first of them where there are many, and counts why some
// are left out.
func (body *jobBody) addRows(v *screen.Visit, n *imports.Import) error {
	orders, err := imports.FirstCells(v.R.Context(), v.App, v.Caller, n.ID)
	if err != nil {
		return err
	}
	counts, reasons := map[string]int{}, []string{}
	for behind, more := int64(0), !body.Going; more; {
		rows, err := imports.Rows(v.R.Context(), v.App, v.Caller, imports.Report{ImportID: n.ID, Behind: behind})
		if err != nil {
			return err
		}
		for i := range rows {
			r := &rows[i]
			row := jobRow{Chip: outcomeChip(v, r.Outcome), Order: screen.Number(r.Row)}
			if at := int(r.Row) - 1; at < len(orders) {
				row.Order, row.To = screen.GroupedCode(orders[at]), v.Path("/orders/%s", orders[at])
			}
			if len(r.Problems) > 0 {
				row.Reason = rest.Sentence(string(v.View.Lang), app.Msg(r.Problems[0].Reason))
				if counts[row.Reason]++; counts[row.Reason] == 1 {
					reasons = append(reasons, row.Reason)
				}
			}
			if len(body.Rows) < imports.MaxRowPage {
				body.Rows = append(body.Rows, row)
			}
			behind = r.Row
		}
		more = len(rows) == imports.MaxRowPage
	}
	for _, reason := range reasons {
		body.Reasons = append(body.Reasons, jobReason{v.View.Number(int64(counts[reason])), reason})
	}
	return nil
}

func outcomeChip(v *screen.Visit, o imports.Outcome) screen.Chip {
	tone := map[imports.Outcome]string{imports.Valid: "info", imports.Changed: "ok", imports.Refused: "warn", imports.Failed: "bad"}[o]
	return screen.Chip{Text: v.View.T("office.outcome_" + o.String()), Tone: tone}
}
