//go:build !linux

package powerloss_test

import "errors"

const unsafeWrites = "MARQUEE_POWERLOSS_NOSYNC"

func writeUnsafe(string) error { return errors.New("this is for Linux") }
