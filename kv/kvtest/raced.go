//go:build race

package kvtest

const raced = true
