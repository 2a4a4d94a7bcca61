package company

import (
	"context"
	"time"

	"marquee/app"
	"marquee/app/company"
	"marquee/app/list"
	"marquee/handlers/rest"
	"marquee/handlers/wire"
)

type devicesIn struct {
	rest.Page
	Blocked *bool `query:"blocked" doc:"Those alone that are refused, or those alone that are not."`
}

type deviceIDIn struct {
	ID rest.ID `json:"id" required:"true" min:"1"`
}

type deviceJSON struct {
	DeviceID     string     `json:"deviceId" doc:"What it calls itself."`
	App          *string    `json:"app"`
	AppVersion   *string    `json:"appVersion"`
	OS           *string    `json:"os"`
	OSVersion    *string    `json:"osVersion"`
	Manufacturer *string    `json:"manufacturer"`
	Model        *string    `json:"model"`
	LastUserID   int64      `json:"lastUserId" doc:"Who used it last."`
	LastSeenAt   time.Time  `json:"lastSeenAt" doc:"It is noted once an hour."`
	CreatedAt    time.Time  `json:"createdAt" doc:"When it called first."`
	BlockedAt    *time.Time `json:"blockedAt"`
}

func deviceRoutes(a *app.App) []rest.Route {
	return []rest.Route{
		rest.HandleList(rest.Spec{
			Method: "GET", Path: "/devices", Summary: "List devices", Tag: usersTag,
			Doc: "A device that sends X-DEVICE-ID with its requests is listed here, with what it says in X-DEVICE-APP, X-DEVICE-APP-VERSION, X-DEVICE-OS, X-DEVICE-OS-VERSION, X-DEVICE-MANUFACTURER and X-DEVICE-MODEL, and the audit log tells its name. " +
				"In the order in which they called first, those that are not blocked in front. The company keeps 2,000 of either; above that the one that was silent longest is forgotten.",
			Allow: app.ViewUsers, Or: []app.Ability{app.ManageUsers}, Fields: true, Limit: company.MaxUserPage,
		}, func(ctx context.Context, c *app.Caller, in devicesIn) (out rest.Many[deviceJSON], l list.Info, err error) {
			page, err := company.ListDevices(ctx, a, c, company.DeviceFilter{Blocked: in.Blocked, Offset: in.Offset, Limit: in.Limit})
			return rest.ListOf(in.Page, page.Info, page.Rows, deviceForm), page.Info, err
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/devices/block", Summary: "Block a device", Tag: usersTag,
			Doc:   "It is refused (403) from its next request on, whatever token it uses. The tokens stay good elsewhere: of a device that was lost, revoke its token too, because it can keep silent about what it is.",
			Allow: app.ManageUsers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in deviceIDIn) (rest.One[deviceJSON], error) {
			return rest.As(deviceOne)(company.BlockDevice(ctx, a, c, int64(in.ID), true))
		}),
		rest.Handle(rest.Spec{
			Method: "POST", Path: "/devices/unblock", Summary: "Let a device call again", Tag: usersTag,
			Allow: app.ManageUsers, Fields: true,
		}, func(ctx context.Context, c *app.Caller, in deviceIDIn) (rest.One[deviceJSON], error) {
			return rest.As(deviceOne)(company.BlockDevice(ctx, a, c, int64(in.ID), false))
		}),
	}
}

func deviceOne(d company.Device) rest.One[deviceJSON] {
	return rest.One[deviceJSON]{Data: deviceForm(d)}
}

func deviceForm(d company.Device) rest.Resource[deviceJSON] {
	return rest.Resource[deviceJSON]{
		Type: "devices", ID: d.ID,
		Attributes: deviceJSON{
			DeviceID: d.Code, App: wire.OrNull(d.App), AppVersion: wire.OrNull(d.AppVersion), OS: wire.OrNull(d.OS), OSVersion: wire.OrNull(d.OSVersion),
			Manufacturer: wire.OrNull(d.Manufacturer), Model: wire.OrNull(d.Model),
			LastUserID: d.UserID, LastSeenAt: d.SeenAt, CreatedAt: d.CreatedAt, BlockedAt: d.BlockedAt,
		},
	}
}
