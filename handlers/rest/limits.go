package rest

import "time"

// The limits of one request. The API document repeats them.
const (
	// DefaultBody is the largest JSON body of a route that says nothing else, in bytes
	// (413 above it).
	DefaultBody = 64 << 10
	// maxBody is the most that a route may take, in bytes: a seating plan.
	maxBody = 10 << 20
	// firstBody is how many bytes of every body are read before it needs a part of
	// the budget: a thousand bodies that never end take 16 MB.
	firstBody = 16 << 10
	// bodyMemory is the budget of all bodies that are being read, in bytes, and bodyMemoryEach
	// what one caller has of it: the largest body there is, while its buffer grows.
	bodyMemory     = 32 << 20
	bodyMemoryEach = 24 << 20
	// maxUnread is how much one caller may hold of answers that it does not read, in bytes
	// (429 above it); answers up to smallAnswer are not counted. A page of the largest
	// orders is some 2 MB.
	maxUnread   = 16 << 20
	smallAnswer = 16 << 10
	// maxUnreadAll is how much of such answers there is of all callers together, in bytes:
	// beyond it connections are cut off.
	maxUnreadAll = 128 << 20
	// maxDepth is how deep a JSON body may nest (400 above it).
	maxDepth = 32
	// maxText is how many characters a text may have where nothing else is said.
	maxText = 65_000
	// maxItems is how many entries a list may have where nothing else is said.
	maxItems = 1_000
	// maxProblems is how many problems one answer names.
	maxProblems = 100
	// someElements is after how many elements of a list whoever waits for a processor gets it.
	someElements = 32
	// maxQuery is how many parameters a query may have.
	maxQuery = 1_000
	// maxHeader is the largest request header, in bytes.
	maxHeader = 16 << 10
)

// Connections is how many connections one network address may hold at a time
// unless told otherwise. A device of a crew holds one or two, so it is enough for
// fifty of them behind one address; and a stranger who holds as many, each open
// for no more than the times below, takes a few megabytes.
const Connections = 100

// The classes in which requests wait for their turn.
const (
	// longRead is from how much work on a read is a long one, of which at most half as
	// many run as there are processors.
	longRead = 5 * time.Millisecond
	// shortRead is what a read is taken for that nobody has made yet.
	shortRead = time.Millisecond
	// turnTimeout is how long a request waits (503 then).
	turnTimeout = 10 * time.Second
	// maxWaiting is how many wait in one class (503 above it), and maxWaitingEach how many
	// of one caller do (429 above it).
	maxWaiting     = 1_000
	maxWaitingEach = 200
	// pagesLine and pagesLineEach are how many wait for one class of pages, in all and of one
	// company: a crowd at one shop is no matter of another.
	pagesLine, pagesLineEach = 10_000, 2_000
	// maxGuesses bounds the memory of how much work requests were: the calls of each
	// caller.
	maxGuesses = 20_000
	// fading is in how many requests a guess comes down.
	fading = 8
	// fewAtOnce is how many writes of one caller run at once while others ask, at least; for
	// each processor there is one. Of reads there is one less, and one at least, so that a
	// processor is left to the others. Each counts for leastTime at least and
	// for writeTime at most; a read or a write in bulk, which is work and no waiting, counts
	// workCounts times as long as it took, and runs alone for fewTime at most. Of what
	// reads count so readCredit is free: a page asks for ten things at once, and rests. Others
	// ask who did so lately: a gate asks every few seconds.
	fewAtOnce  = 2
	leastTime  = 3 * time.Millisecond
	writeTime  = 6 * time.Millisecond
	fewTime    = 250 * time.Millisecond
	workCounts = 8
	readCredit = 250 * time.Millisecond
	lately     = 5 * time.Second
)

const (
	// maxStreams is how many requests one connection of HTTP/2 may have under way.
	maxStreams = 20
	// streamBuffer is how much one of them may send that nobody has read, in bytes.
	streamBuffer = 64 << 10
)

const (
	// maxOverhead is how many bytes a connection may send beyond its requests, and
	// overheadRate how many a second it earns; a connection that sends more has to wait.
	// What stands of bodies that nobody has read yet, streamBuffer, must fit.
	maxOverhead  = 128 << 10
	overheadRate = 8 << 10
	// maxRefused is how much of a refused body may stay unread, in bytes; a connection on
	// which more was sent is closed after the answer.
	maxRefused = 8 << 10
	// requestBytes is what a request takes beside its header: frames, records, and the
	// signs of life between two of them.
	requestBytes = 512
)

// What net/http says of connections is passed on to the log so often.
const (
	// errorLogLines of each level are written in a window.
	errorLogLines  = 10
	errorLogWindow = time.Minute
)

// The times a connection may take.
const (
	headerTime   = 5 * time.Second
	requestTime  = 15 * time.Second
	responseTime = 30 * time.Second
	idleTime     = 60 * time.Second
)
