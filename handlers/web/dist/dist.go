package dist

import "embed"

// Files are the built files.
//
//go:embed *.css *.js *.svg *.br *.gz
var Files embed.FS
