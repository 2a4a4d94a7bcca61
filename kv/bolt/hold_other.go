//go:build !unix

package bolt

// Hold locks the file of a store. On systems without plain file locks it opens the
// store, so a damaged one cannot be held. Call release to unlock it.
func Hold(path string) (release func() error, err error) {
	f, err := OpenFrozen(path)
	if err != nil {
		return nil, err
	}
	return f.Close, nil
}
