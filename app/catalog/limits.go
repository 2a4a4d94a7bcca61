package catalog

// Limits of this area.
const (
	maxName   = 255     // characters of a name
	maxReason = 1000    // characters of why an event is not published
	maxDoors  = 24 * 60 // minutes that doors open before an event
	maxText   = 65_000  // characters of a description
	// maxTranslations bounds the texts of one record in further languages, in bytes, so
	// that it fits into a record.
	maxTranslations = 128 << 10
	maxShort        = 255 // characters of any other short text
	// What is a key of an index has to fit into one: at most six bytes for each
	// folded character (kv.MaxKey).
	maxExternal = 160 // characters of an external id
	maxCity     = 90  // characters of a city
	maxRegion   = 60  // characters of a region

	maxStreamText  = 20_000   // characters beside a stream, so that an event fits into a record
	maxZone        = 64       // bytes of the name of a time zone
	maxDegrees     = 32       // bytes of a coordinate
	maxURL         = 2_000    // characters of an address
	maxTag         = 50       // characters of a tag
	maxTags        = 100      // tags of one event
	maxSchedules   = 1_000    // schedules of one company
	minRun         = 2        // events of one schedule
	maxRun         = 100      // events of one schedule, and of one season ticket
	maxSlots       = 30       // timeslots of one event
	maxStep        = 60       // units between two timeslots of a series
	maxPeriods     = 50       // sale periods of one event
	maxGroups      = 100      // sale-item groups of one event
	maxSaleItems   = 2_000    // sale items of one event, deleted ones too
	maxProducts    = 1_000    // products of one shop, deleted ones too
	maxMassUpdates = 100      // events that one update may take along
	maxCopies      = 100      // copies of an event that one call makes
	maxCopied      = 2_000    // timeslots and sale items that it makes
	maxCopiedBytes = 48 << 20 // of pictures that it makes
	maxRows        = 200      // sale items that one call changes
	maxActivations = 100      // events of one activation
	maxPrices      = 100      // price rows of one sale item
	maxHistory     = 100      // prices that were, shown of one sale item
	maxRequired    = 100      // prerequisites of one sale item
	maxBundled     = 50       // units that one bundle brings

	// maxAmount bounds a price or fee, in minor units, so that a basket of them
	// can be added up.
	maxAmount = 1_000_000_000_000
	// wholePercent is everything, in hundredths of a percent.
	wholePercent = 100 * 100
	// maxStock bounds every stock and capacity, in units.
	maxStock = 1_000_000_000
	// maxQuantity bounds the order limits of a sale item, in units.
	maxQuantity = 1_000_000
	// maxGrace bounds the scanning grace period: a week of minutes.
	maxGrace = 7 * 24 * 60

	// offerCost is about how many records it takes to see what an event has on offer.
	offerCost = 20
	// maxActive is how many events are on the scanners at most, for a list without
	// pages: what one page can decide about.
	maxActive = 10_000
	// maxRenameHours is how long before an event its tickets are renamed last, and maxRenames
	// how often at most where that is limited.
	maxRenameHours, maxRenames = 8760, 100
)
