package ticketcode

import (
	"crypto/ed25519"

	"marquee/app/ticketcode/form"
)

// Ticket is what a signed code says.
type Ticket = form.Ticket

// Sign writes a ticket as a signed code. It is false for a barcode that is none of ours.
func Sign(key ed25519.PrivateKey, t Ticket) (string, bool) {
	message, ok := t.Message()
	if !ok {
		return "", false
	}
	return form.Write(message, ed25519.Sign(key, message)), true
}

// Open reads a signed code. key gives the public key of an id, nil for none. It is false
// for a code that no such key signed, and for one in another form than Sign writes.
func Open(text string, key func(id int64) ed25519.PublicKey) (Ticket, bool) {
	s, ok := form.ReadSigned(text)
	if !ok {
		return Ticket{}, false
	}
	public := key(s.KeyID)
	if len(public) != ed25519.PublicKeySize || !ed25519.Verify(public, s.Message, s.Signature) {
		return Ticket{}, false
	}
	return s.Ticket, true
}
