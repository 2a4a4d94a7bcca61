package page

import (
	"fmt"
	"html/template"
	"strings"

	"marquee/app/paper"
)

// Symbol draws a code, black on white, whatever the theme of the page. It says nothing to
// screen readers: what it means stands beside it.
func Symbol(s *paper.Symbol) template.HTML {
	var path strings.Builder
	for _, r := range s.Rects() {
		fmt.Fprintf(&path, "M%d %dh%dv%dh-%dz", r.X+s.Quiet, r.Y+s.Quiet, r.W, r.H, r.W)
	}
	width, height := s.Width+2*s.Quiet, s.Height+2*s.Quiet
	return template.HTML(fmt.Sprintf(`<svg class="code" viewBox="0 0 %d %d" shape-rendering="crispEdges" aria-hidden="true"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`,
		width, height, width, height, path.String()))
}
