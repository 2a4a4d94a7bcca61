//go:build !linux && !darwin && !windows

package machine

import "errors"

// SpaceOf is not known here.
func SpaceOf(string) (Space, error) {
	return Space{}, errors.New("free space is not known on this system")
}
