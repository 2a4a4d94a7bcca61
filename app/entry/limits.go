package entry

import "time"

const (
	// uploadMargin is how long before the start and after the end of its event an
	// uploaded scan can have been.
	uploadMargin = 24 * time.Hour
	// clockTolerance is how far the clock of a device may be ahead without a note.
	clockTolerance = 5 * time.Minute
)

// The limits of the door.
const (
	// MaxIdentifiers is how many tickets one scan may name, repeats not counted.
	MaxIdentifiers = 50
	// MaxUpload is how many rows one offline upload may carry.
	MaxUpload = 1000
	// MaxPage is the default and maximum page of the offline list and of the
	// items of a zone.
	MaxPage = 100
	// MaxPhonePage is the default and maximum page of the list that a phone keeps.
	MaxPhonePage = 1000
	// MaxCode is the longest barcode or tag that is looked up, in characters.
	MaxCode = 255
	// MaxDetail is the longest reason an upload may give for a failed scan.
	MaxDetail = 255
	// MaxZones is how many zones one event may have, its Entry zone included.
	MaxZones = 100
	// MaxZoneItems is how many sale items one zone may list.
	MaxZoneItems = 1000
	// MaxZoneName is the longest name of a zone, in characters.
	MaxZoneName = 255

	// MaxScanOut is how many moments a zone may set at which it lets everybody out.
	MaxScanOut = 20
	// maxEmptied is how many of those that are over it remembers.
	maxEmptied = 100
	// MaxGuestEvents is how many events one request may ask the guests of, and
	// MaxGuestPage how many guests of each it gets at most.
	MaxGuestEvents = 20
	MaxGuestPage   = 1000
	// MaxAttended is how many guests one request may tell the attendance of.
	MaxAttended = 500
	// scanOutEvery is the pause between two looks for zones that are to be emptied,
	// scanOutBatch how many tickets one transaction scans out, and scanOutLooked how many
	// it looks at for them.
	scanOutEvery  = 2 * time.Second
	scanOutBatch  = 200
	scanOutLooked = 2_000

	// maxScanIDs is how many rows of the log a ticket's state keeps in view.
	// Uploads older than the oldest of them no longer reorder history.
	maxScanIDs = 1000
	// manyScans is from how many rows on the next one of a ticket counts as made up: people
	// go in and out a few times.
	manyScans = 20
	// pieceRows is how many rows of an upload one transaction keeps, more where they are of
	// one ticket: less than a millisecond, in which everybody else's scans wait.
	pieceRows = 64
	// maxHistory is how many rows of the log it may look at again because its own lie
	// between them: some 4 ms of reading. It is more than maxScanIDs, so that one row
	// always can.
	maxHistory = 2_000
	// touchEvery is the pause between two looks for tickets to be touched.
	touchEvery = 2 * time.Second
	// touchBatch is how many tickets one transaction touches because settings changed,
	// and touchLooked how many it looks at for them: some 10 ms of the writer.
	touchBatch  = 200
	touchLooked = 2_000
	// eraseBatch is how many answers to repeated calls one step of an erasure looks at.
	eraseBatch = 2_000
	// eraseWords is of how many rows of the log one step blanks what staff wrote down.
	eraseWords = 200
	// maxLoggedCode is how much of an unknown code the log keeps, in characters.
	maxLoggedCode = 64
)
