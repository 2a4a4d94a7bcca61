package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"client/api"
)

func main() {
	log.SetFlags(0)
	if err := run(os.Args[1]); err != nil {
		log.Fatal("client: ", err)
	}
	fmt.Println("client: logged in, sold a ticket, let the guest in, and found the order in the feed")
}

func run(program string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	folder, err := os.MkdirTemp("", "marquee-client-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	server := exec.Command(program, "serve", "--demo", "--data", folder+"/data", "--listen", "127.0.0.1:0")
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	server.Stderr = server.Stdout
	if err := server.Start(); err != nil {
		return err
	}
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	g, err := opened(out)
	if err != nil {
		return err
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // it ends with the server
	return g.play(ctx)
}

var said = regexp.MustCompile(`(?:The API is at|Owner:|Password:) +([^ ,\n]+)`)

// guest is where the program serves, and who may do everything there.
type guest struct{ base, email, password string }

// opened reads what the program says when it begins, up to the first request to try.
func opened(out io.Reader) (guest, error) {
	var text strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		text.WriteString(lines.Text() + "\n")
		if all := said.FindAllStringSubmatch(text.String(), -1); len(all) == 3 {
			return guest{all[0][1], all[1][1], all[2][1]}, nil
		}
	}
	return guest{}, fmt.Errorf("the program did not begin: %s", text.String())
}

// got is an answer, or what the server said instead.
func got[T any](what string, answer *T, r *http.Response, body []byte) (*T, error) {
	if answer == nil {
		return nil, fmt.Errorf("%s: %s: %s", what, r.Status, body)
	}
	return answer, nil
}

// one makes a list of one, of a type that has no name.
func one[T any]([]T) []T { return make([]T, 1) }

func (g guest) play(ctx context.Context) error {
	began := time.Now().UTC().Format(time.DateTime)
	c, err := g.login(ctx)
	if err != nil {
		return err
	}
	e, err := c.GetEventsWithResponse(ctx, &api.GetEventsParams{OnlyOnSale: new(true)})
	if err != nil {
		return err
	}
	events, err := got("events", e.JSON200, e.HTTPResponse, e.Body)
	if err != nil {
		return err
	}
	if len(events.Events) == 0 {
		return fmt.Errorf("events: none is on sale")
	}
	event := events.Events[0].Id
	order, barcode, err := sell(ctx, c, event)
	if err != nil {
		return err
	}
	if err := admit(ctx, c, event, barcode); err != nil {
		return err
	}
	return follow(ctx, c, began, order)
}

// login gets a token and gives a client that sends it.
func (g guest) login(ctx context.Context) (*api.ClientWithResponses, error) {
	stranger, err := api.NewClientWithResponses(g.base)
	if err != nil {
		return nil, err
	}
	r, err := stranger.PostLoginWithResponse(ctx, nil, api.PostLoginJSONRequestBody{Email: g.email, Password: g.password, DeviceName: new("client")})
	if err != nil {
		return nil, err
	}
	in, err := got("login", r.JSON200, r.HTTPResponse, r.Body)
	if err != nil {
		return nil, err
	}
	return api.NewClientWithResponses(g.base, api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+in.Token)
		return nil
	}))
}

// sell sells one ticket for cash.
func sell(ctx context.Context, c *api.ClientWithResponses, event int) (order int, barcode string, err error) {
	s, err := c.GetSaleItemsWithResponse(ctx, &api.GetSaleItemsParams{EventId: &event, Types: &[]api.GetSaleItemsParamsTypes{api.GetSaleItemsParamsTypesTicket}})
	if err != nil {
		return 0, "", err
	}
	offered, err := got("sale items", s.JSON200, s.HTTPResponse, s.Body)
	if err != nil {
		return 0, "", err
	}
	if len(offered.SaleItems) == 0 {
		return 0, "", fmt.Errorf("sale items: there are none")
	}
	var basket api.PostBasketItemsJSONRequestBody
	basket.CustomerName, basket.CustomerEmail = new("Ada Lovelace"), new("ada@example.com")
	basket.Items = one(basket.Items)
	basket.Items[0].Id, basket.Items[0].Quantity = new(offered.SaleItems[0].Id), new(1)
	b, err := c.PostBasketItemsWithResponse(ctx, nil, basket)
	if err != nil {
		return 0, "", err
	}
	filled, err := got("basket", b.JSON201, b.HTTPResponse, b.Body)
	if err != nil {
		return 0, "", err
	}
	cash := api.PostOrdersCompleteJSONBodyPaymentMethodCash
	p, err := c.PostOrdersCompleteWithResponse(ctx, nil, api.PostOrdersCompleteJSONRequestBody{BasketId: strconv.Itoa(filled.Id), PaymentMethod: &cash})
	if err != nil {
		return 0, "", err
	}
	paid, err := got("complete", p.JSON200, p.HTTPResponse, p.Body)
	if err != nil {
		return 0, "", err
	}
	if paid.Items == nil || len(*paid.Items) != 1 || (*paid.Items)[0].Barcode == nil {
		return 0, "", fmt.Errorf("complete: the order has no ticket: %s", p.Body)
	}
	return paid.Id, *(*paid.Items)[0].Barcode, nil
}

// admit lets a guest in at the first zone of an event.
func admit(ctx context.Context, c *api.ClientWithResponses, event int, barcode string) error {
	z, err := c.GetZonesAllWithResponse(ctx, &api.GetZonesAllParams{EventId: event})
	if err != nil {
		return err
	}
	zones, err := got("zones", z.JSON200, z.HTTPResponse, z.Body)
	if err != nil {
		return err
	}
	if len(*zones) == 0 {
		return fmt.Errorf("zones: there are none")
	}
	s, err := c.PostZonesScanWithResponse(ctx, nil, api.PostZonesScanJSONRequestBody{Uuid: new(rand.Text()), ZoneId: (*zones)[0].Id, Barcodes: &[]string{barcode}})
	if err != nil {
		return err
	}
	scan, err := got("scan", s.JSON200, s.HTTPResponse, s.Body)
	if err != nil {
		return err
	}
	if scan.Status != "valid" {
		return fmt.Errorf("scan: %s", s.Body)
	}
	return nil
}

// follow reads the feed of orders to its end, and finds the order there.
func follow(ctx context.Context, c *api.ClientWithResponses, since string, order int) error {
	for in := (&api.GetOrdersParams{LastUpdated: &since, Limit: new(1)}); ; {
		o, err := c.GetOrdersWithResponse(ctx, in)
		if err != nil {
			return err
		}
		page, err := got("orders", o.JSON200, o.HTTPResponse, o.Body)
		if err != nil {
			return err
		}
		for _, row := range page.Orders {
			if row.Id == order {
				return nil
			}
		}
		if page.Meta.Cursor == nil || len(page.Orders) == 0 {
			return fmt.Errorf("orders: the feed lacks order %d", order)
		}
		in = &api.GetOrdersParams{Cursor: page.Meta.Cursor, Limit: new(1)}
	}
}
