package rehearse

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// scan is a guest at a gate.
func (s *runner) scan(ctx context.Context, n int, from time.Time, samples map[string]*sample) {
	barcode := s.Festival.Barcodes[n%len(s.Festival.Barcodes)]
	body := fmt.Sprintf(`{"uuid":%q,"zoneId":%d,"scan":"auto","barcodes":[%q]}`, rand.Text(), s.Festival.Zone, barcode)
	s.measure(ctx, samples[opScan], from, "/zones/scan", body, http.StatusOK)
}

// buy is a customer who takes two tickets and pays.
func (s *runner) buy(ctx context.Context, _ int, from time.Time, samples map[string]*sample) {
	answer := s.measure(ctx, samples[opAdd], from, "/basket-items", s.basket(), http.StatusCreated)
	if answer == nil {
		return
	}
	var basket struct{ ID json.Number }
	if err := json.Unmarshal(answer, &basket); err != nil {
		samples[opAdd].add(0, err.Error())
		return
	}
	body := fmt.Sprintf(`{"basketId":%s,"paymentMethod":"cash"}`, basket.ID)
	s.measure(ctx, samples[opComplete], time.Now(), "/orders/complete", body, http.StatusOK)
}

func (s *runner) basket() string {
	return fmt.Sprintf(`{"items":[{"id":%d,"quantity":2}]}`, s.sale)
}

// measure makes one request and notes how long it took; nil is a failure, or the
// end of the rehearsal.
func (s *runner) measure(ctx context.Context, to *sample, from time.Time, path, body string, want int) []byte {
	answer, status, err := s.post(ctx, path, body)
	took := time.Since(from)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		to.add(took, err.Error())
		return nil
	case status != want:
		to.add(took, fmt.Sprintf("%d %s", status, answer))
		return nil
	}
	to.add(took, "")
	return answer
}

func (s *runner) post(ctx context.Context, path, body string) (answer []byte, status int, err error) {
	return s.postTo(ctx, s.URL, path, body)
}

func (s *runner) postTo(ctx context.Context, url, path, body string) (answer []byte, status int, err error) {
	in, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1"+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil, 0, err
	}
	in.Header.Set("Authorization", "Bearer "+s.Token)
	in.Header.Set("Content-Type", "application/json")
	out, err := s.client.Do(in)
	if err != nil {
		return nil, 0, err
	}
	defer out.Body.Close()
	answer, err = io.ReadAll(out.Body)
	return answer, out.StatusCode, err
}
