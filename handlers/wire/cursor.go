package wire

// CursorIn is the cursor of a list that has one.
type CursorIn struct {
	Cursor string `query:"cursor" maxlen:"9000" doc:"Goes on behind the page that this cursor came from; it beats offset and page. It carries the filters it was made with and goes on alone; a filter sent beside it must agree."`
}

// CursorDoc says what the lists with cursors have in common.
const CursorDoc = "The total is exact, and pages are full; of a search that names more than 10,000 rows the total is a lower bound."
