//go:build !unix

package bench

func (c *comparison) postgres() { c.without("beside PostgreSQL", "not on this system") }
