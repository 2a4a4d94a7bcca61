package dist

import "embed"

// Files are the built files.
//
//go:embed *.css *.js *.svg *.png *.br *.gz
var Files embed.FS
