//go:build !linux

package handlers_test

func (c *contest) binary() { c.without("the program as it is run", "measured on Linux only") }
