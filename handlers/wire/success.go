package wire

// SuccessJSON answers a call that has nothing to show.
type SuccessJSON struct {
	Success bool `json:"success"`
}

// Done is the answer to a call that ended with err.
func Done(err error) (SuccessJSON, error) { return SuccessJSON{err == nil}, err }
