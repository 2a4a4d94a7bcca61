//go:build !unix

package handlers_test

func (c *contest) postgres() { c.without("beside PostgreSQL", "not on this system") }
