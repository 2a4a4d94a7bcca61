package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"marquee/app"
	"marquee/app/webhook"
)

const (
	// callTimeout is how long a call may take, from the look-up of the name to the end of
	// the answer.
	callTimeout = 5 * time.Second
	// maxAnswer is how much of an answer is read, in bytes.
	maxAnswer = 64 << 10
)

// Sender puts calls into words, signs them and posts them.
type Sender struct {
	app    *app.App
	show   Show
	policy webhook.Policy
	client *http.Client
	now    func() time.Time
}

// NewSender makes what sends calls where the policy lets them go.
func NewSender(a *app.App, show Show, p webhook.Policy) *Sender {
	return &Sender{app: a, show: show, policy: p, client: newClient(p, net.DefaultResolver), now: time.Now}
}

// Carry is one attempt.
func (s *Sender) Carry(ctx context.Context, d webhook.Delivery) webhook.Result {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	body, ok, err := s.render(ctx, d)
	if !ok {
		return webhook.Result{Held: true, Problem: "the box office is busy"}
	}
	if err != nil {
		s.app.Log().Error("an outbound call could not be put into words", "company", d.Company, "kind", d.Kind, "id", d.ObjectID, "error", err)
		return webhook.Result{Problem: "the object could not be read"}
	}
	return s.post(ctx, d, body)
}

// post sends a body and judges the answer, of which nothing but the status is kept.
func (s *Sender) post(ctx context.Context, d webhook.Delivery, body []byte) webhook.Result {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return webhook.Result{Problem: "the URL is not valid"}
	}
	if r.URL.Scheme != "https" && !s.policy.Inside {
		return webhook.Result{Problem: errScheme.Error()}
	}
	at := s.now()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Marquee")
	r.Header.Set("webhook-id", d.ID)
	r.Header.Set("webhook-timestamp", webhook.Stamp(at))
	r.Header.Set("webhook-signature", webhook.Signature(d.Secrets, d.ID, at, body))
	answer, err := s.client.Do(r)
	if err != nil {
		return webhook.Result{Problem: reasonOf(err)}
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer))
	out := webhook.Result{Status: answer.StatusCode, RetryAfter: waitOf(answer)}
	switch {
	case answer.StatusCode >= 300 && answer.StatusCode < 400:
		out.Problem = fmt.Sprintf("the receiver answered %d: redirections are not followed", answer.StatusCode)
	case answer.StatusCode < 200 || answer.StatusCode >= 400:
		out.Problem = fmt.Sprintf("the receiver answered %d", answer.StatusCode)
	case err != nil:
		out.Problem = "the answer broke off: " + reasonOf(err)
	}
	return out
}

// waitOf is how long a receiver that is busy wants to be left alone.
func waitOf(r *http.Response) time.Duration {
	if r.StatusCode != http.StatusTooManyRequests && r.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	n, err := strconv.ParseInt(r.Header.Get("Retry-After"), 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(n) * time.Second
}

// reasonOf says in a few words why nobody answered, without what a receiver could have
// written.
func reasonOf(err error) string {
	var dns *net.DNSError
	var at *url.Error
	switch {
	case errors.Is(err, errAddress):
		return errAddress.Error()
	case errors.Is(err, errScheme):
		return errScheme.Error()
	case errors.As(err, &dns):
		return "the name of the host cannot be resolved"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &at) && at.Timeout():
		return "the receiver did not answer in time"
	case errors.Is(err, context.Canceled):
		return "the server stopped"
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return "the receiver cannot be reached"
	}
	return "the connection broke off, or no HTTP was spoken"
}
