//go:build !linux

package bench

func (c *comparison) binary() { c.without("the program as it is run", "measured on Linux only") }
