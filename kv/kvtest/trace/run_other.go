//go:build !linux || !(amd64 || arm64)

package trace

import "fmt"

// Run returns ErrRefused: tracing is implemented for Linux on amd64 and arm64.
func Run(Options) (*Log, error) {
	return nil, fmt.Errorf("%w: it needs Linux on amd64 or arm64", ErrRefused)
}
