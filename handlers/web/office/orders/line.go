package orders

import (
	"marquee/handlers/web/office/screen"
	"slices"
	"strings"

	"marquee/app/mail"
	"marquee/app/office"
	"marquee/app/timeline"
)

// lineRow is one thing that happened.
type lineRow struct {
	Icon, Tone, Text, More, At, Moment string
}

// showQuery narrows what happened to one side of it.
const showQuery = "show"

// sides are the kinds of what happened, by the tab that shows them.
var sides = []struct {
	name  string
	kinds []timeline.Kind
}{
	{"money", []timeline.Kind{timeline.Completed, timeline.Paid, timeline.Returned, timeline.Invoiced}},
	{"mail", []timeline.Kind{timeline.Mailed}},
	{"door", []timeline.Kind{timeline.Scanned}},
	{"notes", []timeline.Kind{timeline.Noted}},
}

// lineLooks are the icon and the tone of each kind.
var lineLooks = map[timeline.Kind][2]string{
	timeline.Began: {"ticket", ""}, timeline.Completed: {"tick", "ok"}, timeline.Deleted: {"cross", "bad"}, timeline.Paid: {"card", "ok"},
	timeline.Returned: {"undo", "warn"}, timeline.Voided: {"cross", "warn"}, timeline.Mailed: {"mail", ""}, timeline.Invoiced: {"pdf", ""},
	timeline.Scanned: {"scan", "info"}, timeline.Noted: {"note", ""}, timeline.Changed: {"pencil", "info"},
}

// told are operations whose doing stands in the timeline by itself.
var told = []string{
	"orders/add-note", "orders/refund", "order-items/refund", "orders/complete", "orders/balance", "basket-items", "basket-items/update", "basket-items/destroy",
	"zones/scan", "orders/upload", "",
}

// operationPath is an operation without its method and the first stroke.
func operationPath(operation string) string {
	_, path, _ := strings.Cut(operation, " /")
	return path
}

// tell adds what happened, newest first.
func tell(v *screen.Visit, o *office.Order, body *orderBody) {
	shown := v.R.URL.Query().Get(showQuery)
	body.Tabs = []screen.Tab{{Text: v.View.T("office.line_all"), To: body.At, Here: shown == ""}}
	var only []timeline.Kind
	for _, s := range sides {
		body.Tabs = append(body.Tabs, screen.Tab{Text: v.View.T("office.line_" + s.name), To: body.At + "?" + showQuery + "=" + s.name, Here: shown == s.name})
		if shown == s.name {
			only = s.kinds
		}
	}
	for _, e := range slices.Backward(o.Line.Events) {
		if only != nil && !slices.Contains(only, e.Kind) || e.Kind == timeline.Changed && slices.Contains(told, operationPath(e.Word)) {
			continue
		}
		body.Line = append(body.Line, lineRowOf(v, o, &e))
	}
	var without []string
	for _, k := range o.Line.Without {
		without = append(without, v.View.T("office.without_"+string(k)))
	}
	body.Without = strings.Join(without, " ")
}

func lineRowOf(v *screen.Visit, o *office.Order, e *timeline.Event) lineRow {
	look := lineLooks[e.Kind]
	row := lineRow{Icon: look[0], Tone: look[1], At: v.MomentOf(e.At.In(v.Zone)), Moment: e.At.UTC().Format("2006-01-02T15:04:05Z")}
	who := o.Users[e.UserID]
	say := func(key string, pairs ...any) string { return v.View.T("office.line_"+key, pairs...) }
	switch e.Kind {
	case timeline.Began:
		row.Text, row.More = say("began"), v.View.T("office.channel_"+o.Channel.Slug())
	case timeline.Completed:
		row.Text = say("completed", "amount", amountOf(v, o, e.Amount))
	case timeline.Paid, timeline.Returned:
		row.Text, row.More = say(string(e.Kind), "amount", amountOf(v, o, max(e.Amount, -e.Amount))), v.Method(e.Word)
		if e.State != "Success" {
			row.More, row.Tone = row.More+": "+v.View.T("office.paid_"+strings.ToLower(strings.ReplaceAll(e.State, " ", "_"))), "warn"
		}
	case timeline.Voided:
		row.Text = say("voided", "n", len(e.Items))
	case timeline.Mailed:
		row.Text, row.More = mailName(v, e.Word), v.View.T("office.mail_is_"+e.State)
		if e.Name != "" {
			row.More = v.View.T("office.line_mail_to", "email", e.Name) + ", " + row.More
		}
		if e.State == mail.Dead.String() {
			row.Tone = "bad"
		}
	case timeline.Invoiced:
		row.Text = say("document_"+e.Word, "number", e.Name)
	case timeline.Scanned:
		row.Text = scanText(v, o, e)
	case timeline.Noted:
		row.Text = e.Text
		if e.Word != "" {
			row.Text = say("why", "text", e.Text)
		}
	case timeline.Changed:
		row.Text, row.More = didText(v, e.Word), ""
	default:
		row.Text = say(string(e.Kind))
	}
	if who != "" {
		row.More = strings.TrimPrefix(row.More+", "+who, ", ")
	}
	return row
}

// mailName is what a mail was about; of what has no words its kind.
func mailName(v *screen.Visit, kind string) string {
	if text := v.View.T("office.mailed_" + kind); text != "office.mailed_"+kind {
		return text
	}
	return v.View.T("office.mailed", "kind", kind)
}

// didText is what an operation did; of what has no words, that something was changed.
func didText(v *screen.Visit, operation string) string {
	key := "office.did_" + strings.NewReplacer("/", "_", "-", "_").Replace(operationPath(operation))
	if text := v.View.T(key); text != key {
		return text
	}
	return v.View.T("office.did_something")
}

func scanText(v *screen.Visit, o *office.Order, e *timeline.Event) string {
	name := ""
	if it := o.Item(e.Items[0]); it != nil {
		name = it.SaleName
	}
	if e.Word != letIn {
		return v.View.T("office.line_turned_away", "name", name)
	}
	return v.View.T("office.line_scan_"+e.State, "name", name)
}
