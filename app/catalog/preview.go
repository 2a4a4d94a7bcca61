package catalog

import (
	"crypto/hmac" // the key of the company makes the previews of all its events
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"marquee/app/company"
)

// PreviewDays is how many days a preview of a draft shows it at least, and a day longer at most.
const PreviewDays = 7

// Preview is the secret with which anybody may look at the page of a draft: until when, and the
// signature of the company. It is the same for a day, and "" where the company has no key yet.
func Preview(own *company.Company, eventID int64, now time.Time) string {
	if len(own.LinkKey) == 0 {
		return ""
	}
	const day = 24 * time.Hour
	until := now.UTC().Truncate(day).Add((PreviewDays + 1) * day).Unix()
	return strconv.FormatInt(until, 10) + "." + previewSignature(own, eventID, until)
}

// Previewed is until when a preview shows an event; zero when it does not, or not any more.
func Previewed(own *company.Company, eventID int64, preview string, now time.Time) time.Time {
	digits, signature, _ := strings.Cut(preview, ".")
	until, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || len(own.LinkKey) == 0 || !hmac.Equal([]byte(signature), []byte(previewSignature(own, eventID, until))) || now.Unix() >= until {
		return time.Time{}
	}
	return time.Unix(until, 0).UTC()
}

func previewSignature(own *company.Company, eventID, until int64) string {
	covered := binary.AppendVarint([]byte("preview"), own.ID)
	covered = binary.AppendVarint(covered, eventID)
	mac := hmac.New(sha256.New, own.LinkKey)
	mac.Write(binary.AppendVarint(covered, until))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
