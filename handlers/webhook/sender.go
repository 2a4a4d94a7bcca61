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
	// callTimeout is how long a post may take, from the look-up of the name to the end of
	// the answer, and how long the words of a call.
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

// Render puts a call into words.
func (s *Sender) Render(ctx context.Context, d webhook.Delivery) ([]byte, webhook.Result) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	body, ok, err := s.render(ctx, d)
	if !ok {
		return nil, webhook.Result{Held: true, Problem: "the box office is busy"}
	}
	if err != nil {
		s.app.Log().Error("an outbound call could not be put into words", "company", d.Company, "kind", d.Kind, "id", d.ObjectID, "error", err)
		return nil, webhook.Result{Problem: "the object could not be read"}
	}
	return body, webhook.Result{}
}

// Post sends calls and judges the answer, of which nothing but the status is kept.
func (s *Sender) Post(ctx context.Context, to webhook.Receiver, all []webhook.Message) webhook.Result {
	if to.Batches {
		return s.post(ctx, to, batchOf(all))
	}
	return s.post(ctx, to, all[0])
}

func (s *Sender) post(ctx context.Context, to webhook.Receiver, m webhook.Message) webhook.Result {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.URL, bytes.NewReader(m.Body))
	if err != nil {
		return webhook.Result{Problem: "the URL is not valid"}
	}
	if r.URL.Scheme != "https" && !s.policy.Inside {
		return webhook.Result{Problem: errScheme.Error()}
	}
	at := s.now()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Marquee")
	r.Header.Set("webhook-id", m.ID)
	r.Header.Set("webhook-timestamp", webhook.Stamp(at))
	r.Header.Set("webhook-signature", webhook.Signature(to.Secrets, m.ID, at, m.Body))
	answer, err := s.client.Do(r)
	if err != nil {
		return webhook.Result{Problem: reasonOf(err)}
	}
	err = finish(answer)
	out := webhook.Result{Status: answer.StatusCode, RetryAfter: waitOf(answer, at)}
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

// finish reads the end of an answer, and closes it. Behind an offer of another protocol there
// is no answer but the bare connection, which no context ends.
func finish(r *http.Response) error {
	defer r.Body.Close()
	if r.StatusCode == http.StatusSwitchingProtocols {
		return nil
	}
	_, err := io.Copy(io.Discard, io.LimitReader(r.Body, maxAnswer))
	return err
}

// waitOf is how long a receiver that is busy wants to be left alone: it says so in seconds, or by
// the moment from when on it can be asked.
func waitOf(r *http.Response, now time.Time) time.Duration {
	if r.StatusCode != http.StatusTooManyRequests && r.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	said := r.Header.Get("Retry-After")
	if until, err := http.ParseTime(said); err == nil {
		return max(0, until.Sub(now))
	}
	n, err := strconv.ParseInt(said, 10, 32)
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
