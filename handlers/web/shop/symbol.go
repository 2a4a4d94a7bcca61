package shop

import (
	"fmt"
	"html/template"
	"strings"

	"marquee/app/paper"
)

// drawn is a code as a picture: black on white, whatever the theme of the page.
func drawn(s *paper.Symbol) template.HTML {
	var path strings.Builder
	for _, r := range s.Rects() {
		fmt.Fprintf(&path, "M%d %dh%dv%dh-%dz", r.X+s.Quiet, r.Y+s.Quiet, r.W, r.H, r.W)
	}
	return template.HTML(fmt.Sprintf(`<svg class="code" viewBox="0 0 %d %d" shape-rendering="crispEdges" aria-hidden="true" focusable="false"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`,
		s.Width+2*s.Quiet, s.Height+2*s.Quiet, s.Width+2*s.Quiet, s.Height+2*s.Quiet, path.String()))
}
