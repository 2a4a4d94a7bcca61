package company

import (
	"context"
	"sync"
	"time"

	"marquee/app"
	"marquee/app/list"
	"marquee/indexes"
)

// DeviceFilter says which devices a list shows and which page of them.
type DeviceFilter struct {
	// Blocked shows those alone that are refused, or those that are not; nil is all.
	Blocked       *bool `list:"blocked"`
	Offset, Limit int64
}

var deviceList = &list.List[Device, DeviceFilter]{
	Needs: mayViewUsers,
	Name:  "devices", Max: MaxUserPage, Table: devices.Table, ByOffset: true,
	Plan: func(r app.Reader, f *DeviceFilter) (list.Plan[Device], error) {
		from, to := int64(deviceFree), int64(deviceBlocked)
		if f.Blocked != nil && *f.Blocked {
			from = to
		} else if f.Blocked != nil {
			to = from
		}
		groups, err := deviceListed.Groups(r, from, to+1)
		return list.Groups(r, deviceListed, groups, list.All, false), err
	},
}

// ListDevices lists the devices that called for the company, in the order in which they did
// so first.
func ListDevices(ctx context.Context, a *app.App, c *app.Caller, f DeviceFilter) (list.Page[Device], error) {
	return deviceList.Read(ctx, a, c, f, list.Request{Offset: f.Offset, Limit: f.Limit}, nil)
}

// BlockDevice refuses a device from its next request on, whatever token it uses, or lets it
// call again.
func BlockDevice(ctx context.Context, a *app.App, c *app.Caller, id int64, blocked bool) (d Device, err error) {
	err = a.Update(ctx, c, app.ManageUsers, func(tx app.Tx) error {
		if blocked {
			if err := guardBlocked(tx); err != nil {
				return err
			}
		}
		now := tx.Now()
		d, err = devices.Update(tx, id, func(d *Device) error {
			switch {
			case !blocked:
				d.BlockedAt = nil
			case d.BlockedAt == nil:
				d.BlockedAt = &now
			}
			return nil
		})
		forgetDevices(a, tx)
		return missing(err, "device")
	})
	return d, err
}

// guardBlocked refuses one blocked device more than a company may have: they are never
// forgotten.
func guardBlocked(r app.Reader) error {
	n, err := deviceListed.CountOf(r, indexes.Equal[int64](deviceBlocked))
	if err == nil && n >= MaxDevices {
		return app.Refuse(app.Invalid, "There are %d blocked devices already.", n)
	}
	return err
}

// knownDevices are the devices of each App that called lately.
var knownDevices = app.NewPerApp(func() *deviceCache { return &deviceCache{seen: map[deviceKey]Device{}, fresh: map[int64]told{}} })

type deviceKey struct {
	company int64
	code    string
}

// deviceCache is emptied with every commit that blocks a device, or ends that.
type deviceCache struct {
	mu         sync.Mutex
	generation int64
	seen       map[deviceKey]Device
	fresh      map[int64]told
}

// told is how often a token said something new of devices within an hour.
type told struct {
	since time.Time
	n     int
}

func forgetDevices(a *app.App, tx app.Tx) {
	tx.AfterCommit(knownDevices.Of(a).Forget)
}

// Forget empties the cache, and what was read before does not get into it any more.
func (k *deviceCache) Forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	clear(k.seen)
}

// find gives what is known of a device. What is read for one that is not belongs to the
// generation.
func (k *deviceCache) find(key deviceKey) (d Device, generation int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	d, ok = k.seen[key]
	return d, k.generation, ok
}

func (k *deviceCache) put(key deviceKey, d Device, generation int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if generation != k.generation {
		return
	}
	if len(k.seen) >= maxCachedCallers {
		clear(k.seen)
	}
	k.seen[key] = d
}

// mayNote tells whether what a token says of a device is noted: a program that calls itself by
// another name, or says something else, each time must not cost a write each time.
func (k *deviceCache) mayNote(token int64, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.fresh[token]
	if now.Sub(f.since) >= time.Hour || now.Before(f.since) {
		f = told{since: now}
	}
	if f.n >= deviceNewsAnHour {
		return false
	}
	if f.n++; len(k.fresh) >= maxCachedCallers {
		clear(k.fresh)
	}
	k.fresh[token] = f
	return true
}

// DeviceCall is a call that a device makes in the name of somebody who is known.
type DeviceCall struct {
	CompanyID, UserID, TokenID int64
	Code                       string
	About                      DeviceAbout
}

// CalledBy refuses a call of a device that is blocked, and notes which one it is: when it is
// new, when it says something else about itself, and once in a while. A store that cannot
// write now keeps nobody out for that.
func CalledBy(ctx context.Context, a *app.App, in DeviceCall) error {
	known, key := knownDevices.Of(a), deviceKey{in.CompanyID, in.Code}
	d, generation, ok := known.find(key)
	if !ok {
		err := a.ViewCompany(ctx, in.CompanyID, func(r app.Reader) (err error) {
			d, ok, err = deviceByCode.Find(r, in.Code)
			return err
		})
		if err != nil {
			return err
		}
		if ok {
			known.put(key, d, generation)
		}
	}
	if d.BlockedAt != nil {
		return deviceRefused()
	}
	now := a.Now()
	says := !ok || d.DeviceAbout != in.About
	if says && !known.mayNote(in.TokenID, now) || !says && now.Sub(d.SeenAt) < lastUsedEvery {
		return nil
	}
	d.DeviceAbout, d.SeenAt = in.About, now
	known.put(key, d, generation)
	err := a.UpdateCompany(app.Background(ctx), in.CompanyID, func(tx app.Tx) error { return in.note(tx) })
	if err != nil {
		a.Log().Warn("the call of a device was not noted", "company", in.CompanyID, "error", err)
	}
	return nil
}

// note keeps what the device says, and that it called.
func (in *DeviceCall) note(tx app.Tx) error {
	d, found, err := deviceByCode.Find(tx, in.Code)
	if err != nil {
		return err
	}
	if found {
		_, err := devices.Update(tx, d.ID, func(d *Device) error {
			d.DeviceAbout, d.UserID, d.SeenAt = in.About, in.UserID, tx.Wall()
			return nil
		})
		return err
	}
	if err := forgetIdle(tx); err != nil {
		return err
	}
	return devices.Insert(tx, &Device{Code: in.Code, DeviceAbout: in.About, UserID: in.UserID, SeenAt: tx.Wall()})
}

// forgetIdle makes room for one device more.
func forgetIdle(tx app.Tx) error {
	n, err := deviceListed.CountOf(tx, indexes.Equal[int64](deviceFree))
	if err != nil || n < MaxDevices {
		return err
	}
	for id, err := range deviceIdle.IDs(tx, indexes.All[time.Time]().Limit(1)) {
		if err != nil {
			return err
		}
		return devices.Delete(tx, id)
	}
	return nil
}
