package dist

import "embed"

// Files are the built files.
//
//go:embed *.css *.js *.svg
var Files embed.FS
