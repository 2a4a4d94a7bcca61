package settings

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"marquee/app"
	"marquee/app/audit"
	"marquee/app/company"
	"marquee/app/entry"
	"marquee/handlers/rest"
	"marquee/handlers/web/office/screen"
)

// What the log calls a table or a field is called by people in words. A test holds that each table and
// field that it may name has some.
const (
	tableWords = "office.log_t_"
	fieldWords = "office.log_f_"
)

// nameOf is a record as people call it: Event 12.
func nameOf(v *screen.Visit, o *audit.Object) string {
	name := ifSaid(v, tableWords+o.Type)
	if name == "" {
		name = strings.ReplaceAll(o.Type, "_", " ")
	}
	return strings.TrimSpace(name + " " + o.Key)
}

// fieldName is a field as people call it; what lies within another stands behind it.
func fieldName(v *screen.Visit, path string) string {
	var all []string
	for part := range strings.SplitSeq(path, ".") {
		text := ifSaid(v, fieldWords+part)
		if text == "" {
			text = part
		}
		all = append(all, text)
	}
	return strings.Join(all, " › ")
}

// hidden is what the log has in place of secrets, and of what is known of people.
const hidden = "***"

// valueOf is a value as people read it: yes, a time on the clocks of the company.
func valueOf(v *screen.Visit, text string) string {
	switch text {
	case "true":
		return v.View.T("office.yes")
	case "false":
		return v.View.T("office.no")
	case hidden:
		return v.View.T("office.log_hidden")
	}
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return v.Moment(at)
	}
	return text
}

// shownAt are the tables whose records have a page, with the operation that tells whether somebody
// sees one.
var shownAt = map[string]struct{ read, query, page string }{
	"events":            {"/event", "id", "/events/%d"},
	"orders":            {"/order", "orderId", "/orders/%d"},
	"customers":         {"/customer", "id", "/customers/%d"},
	"users":             {"/company/user", "id", "/people/%d"},
	"visibility_groups": {"/visibility-group", "id", "/groups/%d"},
	"webhooks":          {"/webhook", "id", "/settings/webhooks/%d"},
	"payments":          {"/payment", "id", "/money/payments/%d"},
	"wallets":           {"/wallet", "walletId", "/money/accounts/%d"},
	"mass_refunds":      {"/event-refund", "id", "/money/refunds/%d"},
	"circulars":         {"/message", "id", "/messages/%d"},
}

// recordAt is where a record is shown, empty where it has no page that the reader gets.
func recordAt(v *screen.Visit, o *audit.Object) string {
	table, id := o.Type, o.ID()
	if id == 0 {
		return ""
	}
	switch table {
	case "companies":
		if id == v.Company.ID && v.Holds(screen.SettingsReaders) {
			return v.Path("/settings")
		}
	case "members":
		user, err := company.UserOf(v.R.Context(), v.App, v.Caller, id)
		if err != nil {
			return ""
		}
		table, id = "users", user
	case "zones":
		if z, _, err := entry.FindZone(v.R.Context(), v.App, v.Caller, id, false); err == nil && v.Holds(app.EditEvents) {
			return v.Path("/events/%d/door/zones/%d", z.EventID, id)
		}
	}
	at, has := shownAt[table]
	if !has {
		return ""
	}
	if status, _ := v.API.Show(v.R.Context(), v.Caller, rest.Base+at.read, fmt.Sprintf("%s=%d", at.query, id)); status != http.StatusOK {
		return ""
	}
	return v.Path(at.page, id)
}
