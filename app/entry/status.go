package entry

import "marquee/app/entry/rules"

// Status is the outcome of a scan. The number is stored.
type Status = rules.Status

// The outcomes of a zone scan. Failed is what a device that was offline reports
// without saying why.
const (
	Valid                = rules.Valid
	AlreadyIn            = rules.AlreadyIn
	AlreadyOut           = rules.AlreadyOut
	Denied               = rules.Denied
	ZoneClosed           = rules.ZoneClosed
	AgeUnknown           = rules.AgeUnknown
	TooYoung             = rules.TooYoung
	TooOld               = rules.TooOld
	Full                 = rules.Full
	ScansInExceeded      = rules.ScansInExceeded
	RequiresConfirmation = rules.RequiresConfirmation
	Failed               = rules.Failed
)

// The details of a denial. A code that is unknown and
// an item that is void have none.
const (
	HistoricBarcode    = rules.HistoricBarcode
	ItemDoesNotQualify = rules.ItemDoesNotQualify
	OutsideOfValidity  = rules.OutsideOfValidity
	OrderLocked        = rules.OrderLocked
	SoldInDemoMode     = rules.SoldInDemoMode
	// uuidReused stands in the log alone: the caller gets an error.
	uuidReused = "uuidReused"
)

// Outcomes lists what a gate is told, in the words of the API.
func Outcomes() (all []string) {
	for s := Valid; s < Failed; s++ {
		all = append(all, s.String())
	}
	return all
}

// Details lists the reasons of a denial.
func Details() []string {
	return []string{HistoricBarcode, ItemDoesNotQualify, OutsideOfValidity, OrderLocked, SoldInDemoMode}
}

// Modes lists the scan settings of a zone.
func Modes() []string { return []string{ScanIn, ScanInOut, ScanAuto} }
