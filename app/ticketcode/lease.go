package ticketcode

import (
	"crypto/ed25519"

	"marquee/app/ticketcode/form"
)

// SignLease writes a lease as a text.
func SignLease(key ed25519.PrivateKey, l form.Lease) string {
	message := l.Message()
	return form.WriteLease(message, ed25519.Sign(key, message))
}

// OpenLease reads a lease. key gives the public key of an id, nil for none. It is false for
// one that no such key signed, and for one in another form than SignLease writes.
func OpenLease(text string, key func(id int64) ed25519.PublicKey) (form.Lease, bool) {
	l, ok := form.ReadLease(text)
	if !ok {
		return form.Lease{}, false
	}
	public := key(l.KeyID)
	if len(public) != ed25519.PublicKeySize || !ed25519.Verify(public, l.Message, l.Signature) {
		return form.Lease{}, false
	}
	return l.Lease, true
}
