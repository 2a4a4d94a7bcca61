package app

import "sync/atomic"

// DiskLevel says how much space is free on the disk.
type DiskLevel int32

// The levels, from plenty to nearly nothing.
const (
	DiskFine DiskLevel = iota
	// DiskLow: no new sales and no imports.
	DiskLow
	// DiskCritical: only scans, refunds and reads.
	DiskCritical
)

func (l DiskLevel) String() string {
	switch l {
	case DiskLow:
		return "low: no new sales and imports"
	case DiskCritical:
		return "critical: only scans, refunds and reads"
	}
	return "fine"
}

// Weight says what a call puts on the disk, and so until when it is taken.
type Weight uint8

// The weights.
const (
	// WeightByAbility lets the ability that opens the call decide.
	WeightByAbility Weight = iota
	// Light calls are taken to the end: reads, scans, refunds, log-ins.
	Light
	// Medium calls change what is there, or finish what has begun.
	Medium
	// Heavy calls begin new things: sales, imports.
	Heavy
)

// Weight of a call that an ability opens.
func (a Ability) Weight() Weight {
	switch a {
	case Anyone, ScanZones, OverrideScans, AdmitGuests, Refund, WalletCashout:
		return Light
	case Sell, Complimentary, WalletTopup, DrawerCardSale:
		return Heavy
	}
	return Medium
}

// diskLevel is the level that SetDisk told last.
type diskLevel struct{ level atomic.Int32 }

// SetDisk tells the box office how much space is free on the disk.
func (a *App) SetDisk(l DiskLevel) { a.disk.level.Store(int32(l)) }

// Disk is what SetDisk told last; fine until then.
func (a *App) Disk() DiskLevel { return DiskLevel(a.disk.level.Load()) }

// diskRetry is when a refused caller may ask again, in seconds.
const diskRetry = 10

// SpaceFor refuses a call that is too heavy for the space that is free.
func (a *App) SpaceFor(w Weight) error {
	switch level := a.Disk(); {
	case w == Heavy && level == DiskLow:
		return &Error{Kind: Unavailable, Message: Msg("The disk is nearly full. New sales wait until there is room."), RetryAfter: diskRetry}
	case w >= Medium && level == DiskCritical:
		return &Error{Kind: Unavailable, Message: Msg("The disk is full. Only scans, refunds and reads work until there is room."), RetryAfter: diskRetry}
	}
	return nil
}
