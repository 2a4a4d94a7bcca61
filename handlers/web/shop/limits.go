package shop

import "time"

const (
	// basketMemory is how long a browser keeps its basket: longer than any lives, so that
	// one that has expired can be had again.
	basketMemory = 24 * time.Hour
	// cardsAge is how long a front page is shown before it is read anew.
	cardsAge = 3 * time.Second
	// maxHome is how many events of a company stand at the address of the server.
	maxHome = 6
	// maxFronts is how many front pages are remembered.
	maxFronts = 64
	// maxAnchors is from how many kinds of tickets on the groups can be jumped to.
	maxAnchors = 8
	// shownDates is how many more dates of a show its card names.
	shownDates = 3
	// answerWithin is how long a browser waits for a payment before it is shown that we wait.
	answerWithin = 6 * time.Second
	// rivalTime is how long a payment waits for one in another tab, looking every rivalStep.
	rivalTime, rivalStep = 4 * time.Second, 100 * time.Millisecond
	// longestPayment is when a payment is left to those who look for what is unresolved.
	longestPayment = 90 * time.Second
	// slowAfter is when a payment that waits is called slow.
	slowAfter = 8 * time.Second
	// askAgain is after how many seconds a page without scripts asks again.
	askAgain = 10

	// basketsPerMinute is how many baskets one network address begins within a minute,
	// placesPerMinute how many places in lines it takes, for a whole town may share one,
	// codesPerMinute how many different codes that are of no use, linksPerMinute how many
	// links to sign in it asks for, unpaidPerMinute how many orders it places that nothing is
	// paid for.
	basketsPerMinute = 40
	placesPerMinute  = 600
	codesPerMinute   = 20
	linksPerMinute   = 10
	unpaidPerMinute  = 20

	// askingTakes is how long asking for a link takes at least, so that nobody reads off it
	// whether there is a customer.
	askingTakes = 250 * time.Millisecond

	// maxSeats is how many seats one page shows; of more it shows one area at a time.
	// maxTaken is how many are taken at once, and mostBest how many are looked for together.
	maxSeats, maxTaken, mostBest = 1_000, 50, 12
	// few is how many places a time has when it is about to be full.
	few = 5

	// queueMemory is how long a browser keeps its number in a line.
	queueMemory = 24 * time.Hour
	// queueRefresh is after how many seconds the page of a line without scripts asks again.
	queueRefresh = 20
	// queueQuick and queueSlow are after how many seconds one with scripts does: the slow
	// one when more than queueLong people stand before.
	queueQuick, queueSlow, queueLong = 5, 20, 100

	// maxSitemap is how many addresses a sitemap may have.
	maxSitemap = 50_000

	maxQuery = 100 // characters of a search
)
