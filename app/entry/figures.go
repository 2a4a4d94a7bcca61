package entry

import "marquee/app"

// Admitted is how many tickets and guests were ever let in at an event.
func Admitted(r app.Reader, eventID int64) (int64, error) {
	zones, err := zonesOf(r, eventID)
	if err != nil {
		return 0, err
	}
	c, err := counterOf(r, entryZone(zones).ID, 0)
	return c.UniqueIn, err
}
