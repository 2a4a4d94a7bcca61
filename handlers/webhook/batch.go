package webhook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"marquee/app/webhook"
)

// batchOf is a list of calls as one message:
//
//	{"type": "batch", "calls": [{"id": "msg_…", "type": "order-completed", …}, …]}
//
// Each call has the form it has alone, and its id in front. The id of the list follows from
// those of its calls, so that other calls never come under an id that a receiver knows.
func batchOf(all []webhook.Message) webhook.Message {
	const around = 64 // at least what is written beside a call and its id, and beside all of them
	size := around
	for _, m := range all {
		size += len(m.ID) + len(m.Body) + around
	}
	id, body := sha256.New(), bytes.NewBuffer(make([]byte, 0, size))
	body.WriteString(`{"type":"batch","calls":[`)
	for i, m := range all {
		id.Write([]byte(m.ID + "\n"))
		if i > 0 {
			body.WriteByte(',')
		}
		body.WriteString(`{"id":"` + m.ID + `",`)
		body.Write(m.Body[1:]) // an object that is not empty
	}
	body.WriteString("]}")
	return webhook.Message{ID: "batch_" + hex.EncodeToString(id.Sum(nil)[:16]), Body: body.Bytes()}
}
