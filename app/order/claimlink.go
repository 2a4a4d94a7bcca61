package order

// Claim is the secret with which somebody claims what a transfer gives: a code of 160 bits
// over the transfer and over how many links it had, so that a new link ends the one before.
// It is empty while the company has no key.
func (l *Links) Claim(transferID, number int64) string {
	return string(l.append(nil, Download{Company: l.company, Scope: ClaimOfTransfer, ID: transferID}, number, 0, ""))
}

// ParseClaim reads such a secret without believing it.
func ParseClaim(token string) (Download, bool) {
	d, ok := parseLink(token)
	return d, ok && d.Scope == ClaimOfTransfer
}
