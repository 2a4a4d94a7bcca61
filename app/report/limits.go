package report

import "time"

// Limits of this area.
const (
	// foldEvery is the pause between two rounds of the fold.
	foldEvery = time.Second
	// foldOrders is how many changes are folded in one transaction, foldScans how many
	// scans: some 10 ms for the writer.
	foldOrders = 250
	foldScans  = 2_000
	// clearCells is how many records one transaction removes when figures are made anew.
	clearCells = 2_000
	// maxCatchUp is how long a reader waits until the fold has caught up. After that it
	// gets the figures as old as they are.
	maxCatchUp = 2 * time.Second

	// maxCells is how many sums one answer is put together of: some 100 ms.
	maxCells = 250_000
	// maxTop is how many of its rows a block of the statistics shows.
	maxTop = 4

	// maxFilterValues is how many values one filter names, maxFilterText how many bytes one
	// text of a filter has.
	maxFilterValues = 500
	maxFilterText   = 255
	// maxHeaders is how many columns a report has.
	maxHeaders = 100
	// MaxPage is how many rows one page of a report has.
	MaxPage = 100
	// exportPage is how many rows a file reads in one snapshot, so that no snapshot is held
	// for long.
	exportPage = 500
	// MaxExport is exportPage for those who read the pieces themselves.
	MaxExport = exportPage
	// maxArrivalRows is how many rows of the scan log are read to find when one ticket was
	// first let in.
	maxArrivalRows = 20
	// maxRows is how many rows a report of sums has.
	maxRows = 20_000
	// maxExports is how many files are written at once, maxOwnExports how many of them for
	// one company, exportRetry in how many seconds others may ask again.
	maxExports    = 4
	maxOwnExports = 2
	exportRetry   = 5
	// fewRows is after how many rows of a file whoever waits for a processor gets it.
	fewRows = 50

	// maxSaved is how many reports a company saves, maxSavedName how many characters their
	// names have, maxRecipients how many addresses one goes to.
	maxSaved      = 200
	maxSavedName  = 100
	maxRecipients = 10
	// deliverEvery is the pause between two looks for reports whose time has come,
	// maxDeliveries how many of a company have their turn in one.
	deliverEvery  = 20 * time.Second
	maxDeliveries = 50
	// maxAttempts is how often a file is tried to be written, with pauses that are longer by
	// retryPause each time.
	maxAttempts = 6
	retryPause  = 5 * time.Minute
	// byHandPause is how soon a report may be made by hand again.
	byHandPause = time.Minute
	// keepRuns is how long runs are kept.
	keepRuns = 90 * 24 * time.Hour
)
