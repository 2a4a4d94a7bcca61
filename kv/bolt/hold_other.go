//go:build !unix

package bolt

// Hold keeps everybody else away from the file of a store. Where there is no
// plain lock of files it opens the store, so a damaged one cannot be held. Call
// the result to let go.
func Hold(path string) (release func() error, err error) {
	f, err := OpenFrozen(path)
	if err != nil {
		return nil, err
	}
	return f.Close, nil
}
