//go:build !unix

package bench

func (c *contest) postgres() { c.without("beside PostgreSQL", "not on this system") }
