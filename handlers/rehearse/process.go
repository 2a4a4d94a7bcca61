package rehearse

import "time"

// Process is what the process used so far: the server and the clients together,
// which share it.
type Process struct {
	CPU time.Duration
	// Resident and Private are bytes of memory now; Private leaves out the mapped
	// file. 0 where the system does not tell.
	Resident, Private int64
}
