package audit

import "marquee/app"

// checkChain walks the log from its first entry on, in constant memory.
func checkChain(r app.Reader, report func(app.Breach)) error {
	c := &chain{company: r.Company()}
	_, err := c.some(r, 0)
	if err == nil {
		err = c.ends(r)
	}
	if isBroken(err) {
		report(app.Breach{ID: c.seq, Key: "audit entry", Expected: "an unbroken chain", Found: err.Error()})
		return nil
	}
	return err
}
