package rest

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"

	"marquee/app"
)

// Credentials are what a request says about who makes it.
type Credentials struct {
	// Token is the bearer token. It is never logged.
	Token string
	// CompanyID is X-SERVICE-COMPANY-ID, nil without it.
	CompanyID *int64
	// Locale is the language of the answer.
	Locale string
	// Device is what calls, empty where it does not say.
	Device Device
	// Remote is the network address of the client, without the port.
	Remote string
}

// Device is what a program says of the device that it runs on.
type Device struct {
	ID, App, AppVersion, OS, OSVersion, Manufacturer, Model string
}

// Authenticate resolves credentials to a caller, or refuses with
// app.Unauthenticated or app.Forbidden. A caller that comes with a refusal is whom it is told
// of in the log, and is never served.
type Authenticate func(ctx context.Context, cr Credentials) (*app.Caller, error)

const companyHeader = "X-Service-Company-Id"

// maxDeviceText is how much is kept of what a device says, in bytes.
const maxDeviceText = 128

// maxToken is the longest token that is looked up, in bytes.
const maxToken = 256

func unauthenticated() *app.Error {
	return app.Refuse(app.Unauthenticated, "Unauthenticated.")
}

func forbidden() *app.Error {
	return app.Refuse(app.Forbidden, "This action is unauthorized.")
}

// credentials reads the headers. Tokens come from Authorization alone.
func credentials(r *http.Request) (Credentials, error) {
	given := r.Header.Values("Authorization")
	if len(given) != 1 {
		return Credentials{}, unauthenticated()
	}
	scheme, token, _ := strings.Cut(given[0], " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" || len(token) > maxToken {
		return Credentials{}, unauthenticated()
	}
	company, err := companyOf(r.Header.Values(companyHeader))
	return Credentials{Token: token, CompanyID: company, Remote: hostIn(r.RemoteAddr), Device: deviceOf(r.Header)}, err
}

// deviceOf reads what a device says of itself: nothing, unless it says which one it is.
func deviceOf(h http.Header) (d Device) {
	if d.ID = deviceText(h, "X-Device-Id"); d.ID == "" {
		return d
	}
	d.App, d.AppVersion = deviceText(h, "X-Device-App"), deviceText(h, "X-Device-App-Version")
	d.OS, d.OSVersion = deviceText(h, "X-Device-Os"), deviceText(h, "X-Device-Os-Version")
	d.Manufacturer, d.Model = deviceText(h, "X-Device-Manufacturer"), deviceText(h, "X-Device-Model")
	return d
}

// deviceText is a header in the length that is kept of it.
func deviceText(h http.Header, name string) string {
	text := strings.TrimSpace(h.Get(name))
	return strings.ToValidUTF8(text[:min(len(text), maxDeviceText)], "")
}

// companyOf reads the company header. Two of them, or anything but one positive
// number, is refused: nobody is to guess which was meant.
func companyOf(given []string) (*int64, error) {
	if len(given) == 0 || len(given) == 1 && given[0] == "" {
		return nil, nil
	}
	id, err := strconv.ParseInt(given[0], 10, 64)
	if len(given) > 1 || err != nil || id <= 0 {
		return nil, forbidden()
	}
	return &id, nil
}

// hostIn is an address without its port.
func hostIn(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
