package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// A call is signed as the convention of Standard Webhooks has it: HMAC-SHA-256 over
// id.time.body, in base64 behind "v1,"; several signatures stand beside each other with
// blanks. The time is in whole seconds since 1970, in UTC.

// secretPrefix stands before the base64 of the 32 bytes of a secret.
const secretPrefix = "whsec_"

// newSecret makes a secret.
func newSecret() string {
	var b [32]byte
	_, _ = rand.Read(b[:])
	return secretPrefix + base64.StdEncoding.EncodeToString(b[:])
}

// keyOf is the key that the text of a secret stands for.
func keyOf(secret string) []byte {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil {
		return []byte(secret)
	}
	return key
}

// Stamp is a time as it is signed.
func Stamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// Signature signs a call with each secret.
func Signature(secrets []string, id string, at time.Time, body []byte) string {
	all := make([]string, len(secrets))
	for i, s := range secrets {
		all[i] = "v1," + base64.StdEncoding.EncodeToString(mac(s, id, Stamp(at), body))
	}
	return strings.Join(all, " ")
}

func mac(secret, id, stamp string, body []byte) []byte {
	h := hmac.New(sha256.New, keyOf(secret))
	for _, part := range [...]string{id, ".", stamp, "."} {
		_, _ = h.Write([]byte(part))
	}
	_, _ = h.Write(body)
	return h.Sum(nil)
}

// Verified tells whether one of the signatures is that of the secret. It takes the same
// time wherever they differ. Receivers do the same, and refuse times that are far from
// their own.
func Verified(secret, id, stamp, signatures string, body []byte) bool {
	good, want := false, mac(secret, id, stamp, body)
	for one := range strings.FieldsSeq(signatures) {
		text, ok := strings.CutPrefix(one, "v1,")
		if !ok {
			continue
		}
		got, err := base64.StdEncoding.DecodeString(text)
		if err == nil && hmac.Equal(got, want) {
			good = true
		}
	}
	return good
}
