package webhook

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"marquee/app"
	"marquee/app/entry"
	"marquee/app/webhook"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

// Show answers a GET of the API as a caller gets it.
type Show func(ctx context.Context, c *app.Caller, path, query string) (status int, body []byte)

// bodyJSON is what a receiver gets, with one field more at its end: data is what the API answers
// about the object now; null when it is gone, and in a test.
type bodyJSON struct {
	Type      webhook.Kind `json:"type"`
	Timestamp string       `json:"timestamp"`
	CompanyID int64        `json:"companyId"`
	// Object is what it is about; null in a test.
	Object *objectJSON `json:"object"`
}

type objectJSON struct {
	Type string `json:"type"`
	ID   int64  `json:"id"`
}

// scanJSON is a scan, of which the API has no operation of its own.
type scanJSON struct {
	Type       string         `json:"type"`
	ID         int64          `json:"id"`
	Attributes scanAttributes `json:"attributes"`
}

type scanAttributes struct {
	EventID     int64   `json:"eventId"`
	ZoneID      int64   `json:"zoneId"`
	OrderItemID *int64  `json:"orderItemId"`
	SaleItemID  *int64  `json:"saleItemId"`
	Status      string  `json:"status"`
	Direction   string  `json:"direction"`
	ScannedOn   string  `json:"scannedOn"`
	CreatedAt   string  `json:"createdAt"`
	UserID      *int64  `json:"userId"`
	IsUploaded  bool    `json:"isUploaded"`
	IsDuplicate bool    `json:"isDuplicate"`
	IsAutomatic bool    `json:"isAutomatic"`
	Latitude    *string `json:"latitude"`
	Longitude   *string `json:"longitude"`
}

// render puts a call into words. ok is false when the API is too busy to be asked.
func (s *Sender) render(ctx context.Context, d webhook.Delivery) (body []byte, ok bool, err error) {
	out := bodyJSON{Type: d.Kind, Timestamp: stamp(d.At), CompanyID: d.Company}
	var data []byte
	if d.Object != webhook.NoObject {
		out.Object = &objectJSON{d.Object.String(), d.ObjectID}
		if data, ok, err = s.data(ctx, d); err != nil || !ok {
			return nil, ok, err
		}
	}
	body, err = out.with(data)
	return body, true, err
}

// with is the body with data, which is JSON and need not be read again.
func (b *bodyJSON) with(data []byte) ([]byte, error) {
	if data == nil {
		data = []byte("null")
	}
	head, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	const field = `,"data":`
	body := make([]byte, 0, len(head)+len(field)+len(data))
	body = append(append(body, head[:len(head)-1]...), field...)
	return append(append(body, data...), '}'), nil
}

// data is the object, nil when it is gone.
func (s *Sender) data(ctx context.Context, d webhook.Delivery) (data []byte, ok bool, err error) {
	if d.Object == webhook.Scan {
		row, found, err := webhook.ScanRow(ctx, s.app, d.Company, d.ObjectID)
		if err != nil || !found {
			return nil, !app.StoreRefused(err), err
		}
		data, err = json.Marshal(struct {
			Data scanJSON `json:"data"`
		}{scanForm(&row)})
		return data, true, err
	}
	path, query := where(d.Object, d.ObjectID)
	status, data := s.show(ctx, d.Reader, rest.Base+path, query)
	switch {
	case status == http.StatusOK:
		return data, true, nil
	case status == http.StatusNotFound:
		return nil, true, nil
	case status == http.StatusTooManyRequests, status == http.StatusServiceUnavailable:
		return nil, false, nil
	}
	return nil, true, fmt.Errorf("the API answers %d", status)
}

// where is the operation that shows an object.
func where(o webhook.Object, id int64) (path, query string) {
	switch o {
	case webhook.Order:
		return "/order", fmt.Sprintf("orderId=%d", id)
	case webhook.Item:
		return "/order-item", fmt.Sprintf("id=%d&withTrashed=true", id)
	case webhook.Customer:
		return "/customer", fmt.Sprintf("id=%d", id)
	case webhook.Wallet:
		return "/wallet", fmt.Sprintf("walletId=%d", id)
	}
	return "/event", fmt.Sprintf("id=%d&withTrashed=true", id)
}

func scanForm(s *entry.Scan) scanJSON {
	at := scanAttributes{
		EventID: s.EventID, ZoneID: s.ZoneID, OrderItemID: wire.OrNull(s.ItemID), SaleItemID: wire.OrNull(s.SaleItemID), Status: s.Status.String(), Direction: "in",
		ScannedOn: stamp(s.ScannedOn), CreatedAt: stamp(s.At), UserID: wire.OrNull(s.UserID), IsUploaded: s.Uploaded, IsDuplicate: s.Duplicate,
		IsAutomatic: s.Automatic, Latitude: wire.OrNull(s.Latitude), Longitude: wire.OrNull(s.Longitude),
	}
	if s.Out {
		at.Direction = "out"
	}
	return scanJSON{"scans", s.ID, at}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }
