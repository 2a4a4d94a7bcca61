package rules

// Status is the outcome of a scan. The number is stored.
type Status uint8

// The outcomes of a zone scan. Failed is what a device that was offline reports
// without saying why.
const (
	Valid Status = iota + 1
	AlreadyIn
	AlreadyOut
	Denied
	ZoneClosed
	AgeUnknown
	TooYoung
	TooOld
	Full
	ScansInExceeded
	RequiresConfirmation
	Failed
)

var statusSlugs = [...]string{
	Valid: "valid", AlreadyIn: "alreadyIn", AlreadyOut: "alreadyOut", Denied: "denied",
	ZoneClosed: "zoneClosed", AgeUnknown: "ageUnknown", TooYoung: "tooYoung", TooOld: "tooOld",
	Full: "full", ScansInExceeded: "scansInExceeded", RequiresConfirmation: "requiresConfirmation",
	Failed: "failed",
}

// String is the slug of the API.
func (s Status) String() string {
	if int(s) >= len(statusSlugs) {
		return ""
	}
	return statusSlugs[s]
}

// The details of a denial. A code that is unknown and an item that is void have none.
const (
	NoDetail           = ""
	HistoricBarcode    = "historicBarcode"
	ItemDoesNotQualify = "itemDoesNotQualify"
	OutsideOfValidity  = "outsideOfValidityPeriod"
	OrderLocked        = "orderLocked"
	SoldInDemoMode     = "soldInDemoMode"
)
