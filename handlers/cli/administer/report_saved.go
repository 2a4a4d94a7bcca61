package administer

import (
	"fmt"
	"io"
	"strings"

	"marquee/app/report"
)

var savedColumns = []column{
	{name: "id"}, {name: "name"}, {name: "reportId"}, {name: "period"}, {name: "every", from: "schedule.every"}, {name: "at", from: "schedule.at"},
	{name: "timezone", from: "schedule.timezone"}, {name: "to", from: "schedule.to", as: asList}, {name: "folder", from: "schedule.folder", as: asYes}, {name: "nextAt", as: asInstant},
	{name: "=at", cell: func(r row) string { return strings.TrimSpace(r.text("at") + " " + r.text("timezone")) }},
	{name: "=to", cell: func(r row) string {
		to := r.list("to")
		if r.yes("folder") {
			to = append(to, "the folder")
		}
		return strings.Join(to, ", ")
	}},
}

const savedTable = "id name reportId:REPORT period every =at:AT nextAt:NEXT =to:TO"

// runColumns are those of one time that a saved report is made.
var runColumns = []column{
	{name: "id"}, {name: "state"}, {name: "dueAt", as: asInstant}, {name: "byHand", as: asYes}, {name: "file", as: asLong}, {name: "problem", as: asLong},
}

func savedReport(field string) option {
	return option{name: "id", field: field, usage: "the `NUMBER` of the saved report, from report saved"}
}

var reportCommands = []derived{
	{
		path: "report save", usage: "save a report with its filters, and have it made by the clock",
		example: `marquee report save --data ./festival --id 7 --name "Sold yesterday" --period day --every daily --at 06:30 --to boss@example.com
   marquee report save --data ./festival --id 12 --name Attendance --every weekly --weekday 1 --at 08:00 --format xlsx --folder
   marquee report show --data ./festival --id 1000

Without --every it is made when somebody asks. --folder puts it into the folder that marquee
serve --report-folder names. What was due while the server was down is made once when it is
up again.`,
		operation: "POST /saved-reports",
		flags: []option{
			{name: "id", field: "reportId", usage: "the `NUMBER` of the report, see report list"}, {name: "name", field: "name", usage: "what it is called"},
			{name: "replace", field: "id", usage: "the `NUMBER` of the saved report that it takes the place of"},
			{name: "filter", field: "filter", usage: "only rows where `NAME=VALUE,VALUE…`, again for each"},
			{name: "header", field: "headers", usage: "one more column, by its `KEY`, again for each"}, {name: "only", field: "replaceHeaders", usage: "no columns but those of --header"},
			{name: "by", field: "groupBy", usage: "group sums by `WHAT`: " + strings.Join(report.Groupings, ", ")},
			{name: "interval", field: "interval", usage: "group sums by `PERIOD`: minute, quarter, hour, day, week, month or year"},
			{name: "period", field: "period", usage: "the `TIME` that it is of: all, or the last day, week or month"},
			{name: "every", field: "schedule.every", usage: "make it daily, weekly or monthly"},
			{name: "weekday", field: "schedule.weekday", usage: "the `DAY` of a weekly one: from 1 for Monday to 7"},
			{name: "day", field: "schedule.day", usage: "the `DAY` of a monthly one, from 1 to 31"}, {name: "at", field: "schedule.at", usage: "the `TIME` of the day, as 06:30"},
			{name: "timezone", field: "schedule.timezone", usage: "a `NAME` of the IANA database; that of the company without it"},
			{name: "format", field: "schedule.format", usage: "csv or xlsx"}, {name: "to", field: "schedule.to", usage: "mail it to this `ADDRESS`, again for each"},
			{name: "folder", field: "schedule.folder", usage: "put it into the folder for reports"},
		},
		with:  map[string]string{"weekday": "every", "day": "every", "at": "every", "timezone": "every", "format": "every", "to": "every", "folder": "every"},
		shows: []section{{name: "reports", columns: savedColumns, table: savedTable}},
		then:  asOneOf,
	},
	{
		path: "report saved", usage: "list saved reports, and when they are made next", example: "marquee report saved --data ./festival",
		operation: "GET /saved-reports", shows: []section{{name: "reports", columns: savedColumns, table: savedTable}},
	},
	{
		path: "report delete", usage: "delete a saved report with its schedule and its runs", example: "marquee report delete --data ./festival --id 1000",
		operation: "DELETE /saved-reports", flags: []option{savedReport("id")},
		says: func(io.Writer, row) string { return "The report is deleted\n" },
	},
	{
		path: "report make", usage: "have a saved report made now, for everybody who gets it by the clock",
		example:   "marquee report make --data ./festival --id 1000\n\nThe running server does it; on a stopped store it is done once the server runs again.",
		operation: "POST /saved-reports/run", flags: []option{savedReport("id")}, shows: []section{{columns: runColumns}},
		says: func(_ io.Writer, r row) string { return fmt.Sprintf("Run %s is %s\n", r.text("id"), r.text("state")) },
	},
	{
		path: "report runs", usage: "list the runs of a saved report, the newest first", example: "marquee report runs --data ./festival --id 1000",
		operation: "GET /report-runs", flags: []option{savedReport("savedReportId")},
		shows: []section{{name: "runs", columns: runColumns, table: "id state dueAt:DUE file problem"}},
	},
}
