package areas_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/matryer/is"

	"marquee/app"
	"marquee/app/apptest"
	"marquee/app/company"
)

func callOf(c *app.Caller, code string, about company.DeviceAbout) company.DeviceCall {
	return company.DeviceCall{CompanyID: c.CompanyID, UserID: c.UserID, TokenID: c.TokenID, Code: code, About: about}
}

// TestDevices: what calls is noted, seldom, and a token brings only so many new ones.
func TestDevices(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	w := apptest.New(t, apptest.WithClock(clock))
	owner := w.A.Owner
	list := func(f company.DeviceFilter) []company.Device {
		t.Helper()
		page, err := company.ListDevices(t.Context(), w.App, owner, f)
		is.NoErr(err)
		return page.Rows
	}
	call := func(code string, about company.DeviceAbout) error {
		return company.CalledBy(t.Context(), w.App, callOf(owner, code, about))
	}
	is.NoErr(call("one", company.DeviceAbout{App: "Gate"}))
	first := list(company.DeviceFilter{})
	is.Equal(len(first), 1)
	is.Equal(first[0].UserID, owner.UserID)

	clock.Jump(59 * time.Minute)
	is.NoErr(call("one", company.DeviceAbout{App: "Gate"}))
	is.Equal(list(company.DeviceFilter{})[0].SeenAt, first[0].SeenAt)
	is.NoErr(call("one", company.DeviceAbout{App: "Gate", AppVersion: "2"})) // says something else
	second := list(company.DeviceFilter{})[0]
	is.True(second.SeenAt.After(first[0].SeenAt))
	clock.Jump(time.Hour)
	is.NoErr(call("one", company.DeviceAbout{App: "Gate", AppVersion: "2"}))
	is.True(list(company.DeviceFilter{})[0].SeenAt.After(second.SeenAt))

	_, err := company.BlockDevice(t.Context(), w.App, owner, second.ID, true)
	is.NoErr(err)
	is.Equal(app.KindOf(call("one", company.DeviceAbout{})), app.Forbidden)
	is.NoErr(company.CalledBy(t.Context(), w.App, callOf(w.B.Owner, "one", company.DeviceAbout{})))

	for n := range 100 { // another name each time
		is.NoErr(call(fmt.Sprint("flood ", n), company.DeviceAbout{}))
	}
	is.True(len(list(company.DeviceFilter{Limit: company.MaxUserPage})) < 100)
}

// TestADeviceThatSaysSomethingElseEachTime: it costs no write each time.
func TestADeviceThatSaysSomethingElseEachTime(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	w := apptest.New(t, apptest.WithClock(clock))
	noted := map[string]bool{}
	for n := range 100 {
		clock.Jump(time.Second)
		is.NoErr(company.CalledBy(t.Context(), w.App, callOf(w.A.Owner, "one", company.DeviceAbout{AppVersion: fmt.Sprint(n)})))
		page, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{})
		is.NoErr(err)
		noted[page.Rows[0].AppVersion] = true
	}
	is.True(len(noted) > 1 && len(noted) < 100)
}

// TestDevicesAreForgotten: the one that was silent longest, and none that is blocked.
func TestDevicesAreForgotten(t *testing.T) {
	is := is.New(t)
	clock := apptest.NewClock()
	w := apptest.New(t, apptest.WithClock(clock))
	for n := range company.MaxDevices + 2 {
		c := *w.A.Owner
		c.TokenID = int64(1000 + n/50)
		is.NoErr(company.CalledBy(t.Context(), w.App, callOf(&c, fmt.Sprint(n), company.DeviceAbout{})))
		clock.Jump(time.Second)
		if n == 0 {
			page, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{})
			is.NoErr(err)
			_, err = company.BlockDevice(t.Context(), w.App, w.A.Owner, page.Rows[0].ID, true)
			is.NoErr(err)
		}
	}
	yes := true
	blocked, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{Blocked: &yes})
	is.NoErr(err)
	is.Equal(blocked.Rows[0].Code, "0")
	no := false
	free, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{Blocked: &no, Limit: 1})
	is.NoErr(err)
	is.Equal(free.Total, int64(company.MaxDevices))
	is.Equal(free.Rows[0].Code, "2") // 1 made room
}

// TestABlockedDeviceRaces: many calls of a device, each of which says something else of it and
// is noted, are under way while it is blocked and let in again. No call that begins once it is
// blocked gets through, and what they note does not lift the block.
func TestABlockedDeviceRaces(t *testing.T) {
	is := is.New(t)
	w := apptest.New(t, apptest.Calm())
	call := func(token int64, version string) error {
		in := callOf(w.A.Owner, "till", company.DeviceAbout{AppVersion: version})
		in.TokenID = token
		return company.CalledBy(t.Context(), w.App, in)
	}
	is.NoErr(call(1, "0"))
	page, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{})
	is.NoErr(err)
	till := page.Rows[0].ID
	var stop atomic.Bool
	var epoch atomic.Int64 // odd while it is blocked
	var callers sync.WaitGroup
	for caller := range int64(6) {
		callers.Go(func() {
			for n := int64(0); !stop.Load(); n++ {
				at := epoch.Load()
				err := call(100+caller*1000+n/40, fmt.Sprint(caller, n))
				if at%2 == 1 && at == epoch.Load() && err == nil {
					t.Error("a blocked device got through")
				}
				if err != nil && app.KindOf(err) != app.Forbidden {
					t.Error(err)
				}
			}
		})
	}
	for range 30 {
		_, err := company.BlockDevice(t.Context(), w.App, w.A.Owner, till, true)
		is.NoErr(err)
		epoch.Add(1)
		for n := range int64(20) {
			is.Equal(app.KindOf(call(9_000, fmt.Sprint("late ", n))), app.Forbidden)
		}
		page, err := company.ListDevices(t.Context(), w.App, w.A.Owner, company.DeviceFilter{})
		is.NoErr(err)
		is.True(page.Rows[0].BlockedAt != nil)
		epoch.Add(1)
		_, err = company.BlockDevice(t.Context(), w.App, w.A.Owner, till, false)
		is.NoErr(err)
	}
	stop.Store(true)
	callers.Wait()
}
