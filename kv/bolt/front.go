package bolt

// FrontSize is how much of a file tells whether it is a store, in bytes: its two meta
// pages.
const FrontSize = 2 * pageSize

// IsFront tells whether bytes begin as a store does: one of the meta pages is good.
func IsFront(b []byte) bool {
	for at := pageHead; at+metaBytes <= len(b); at += pageSize {
		if _, err := readMeta(b[at:]); err == nil {
			return true
		}
	}
	return false
}
