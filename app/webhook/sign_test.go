package webhook_test

import (
	"strings"
	"testing"
	"time"

	"marquee/app/webhook"

	"github.com/matryer/is"
)

// TestSignature holds the signature against the example of the convention.
func TestSignature(t *testing.T) {
	is := is.New(t)
	const secret, id = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
	at, body := time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`)
	signed := webhook.Signature([]string{secret}, id, at, body)
	is.Equal(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	is.True(webhook.Verified(secret, id, "1614265330", signed, body))
	is.True(webhook.Verified(secret, id, "1614265330", "v1a,xyz v1,AAAA "+signed, body))
	other := webhook.Signature([]string{"whsec_AAAA", secret}, id, at, body)
	is.Equal(len(strings.Fields(other)), 2)
	is.True(webhook.Verified(secret, id, "1614265330", other, body))
	is.True(!webhook.Verified(secret, id, "1614265331", signed, body))
	is.True(!webhook.Verified(secret, id+"x", "1614265330", signed, body))
	is.True(!webhook.Verified(secret, id, "1614265330", signed, append(body, ' ')))
	is.True(!webhook.Verified("whsec_AAAA", id, "1614265330", signed, body))
	is.True(!webhook.Verified(secret, id, "1614265330", strings.ReplaceAll(signed, "v1,", ""), body))
}
