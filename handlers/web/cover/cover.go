package cover

import (
	"fmt"
	"html/template"
	"math/rand/v2"
	"strings"

	"marquee/app/media"
	"marquee/handlers/wire"
)

// Of shows the picture of an event. It is cut to where it stands, as a drawn cover is.
func Of(companyID, eventID int64, m *media.Image) template.HTML {
	if m == nil {
		return drawn(eventID)
	}
	return template.HTML(fmt.Sprintf(`<svg class="cover" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false"><image href="%s" width="%d" height="%d"/></svg>`,
		m.Width, m.Height, wire.MediaURL(companyID, m), m.Width, m.Height))
}

// The drawn cover, in its own units.
const width, shoreAt = 1200, 236

// drawnFor are the accidents of a drawn cover: always the same for the same event.
func drawnFor(seed int64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0x6c616b65)) }

// drawn draws lights over water in the colour of the company, for events that have no
// picture: always the same for the same event.
func drawn(seed int64) template.HTML {
	const height, shore = 420, shoreAt
	random := drawnFor(seed)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="cover" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false"><defs><radialGradient id="glow"><stop stop-opacity=".5"/><stop offset=".35" stop-opacity=".18"/><stop offset="1" stop-opacity="0"/></radialGradient>`+
		`<linearGradient id="dusk" x2="0" y2="1"><stop stop-opacity="0"/><stop offset="1" stop-opacity=".38"/></linearGradient></defs>`+
		`<path class="sky" d="M0 0h%dv%dH0z"/><path class="dusk" d="M0 0h%dv%dH0z"/>`, width, height, width, height, width, shore)
	for layer := range 2 {
		fmt.Fprintf(&b, `<path class="hill%d" d="M0 %d`, layer, shore)
		y := float64(shore - 60 + 36*layer)
		for x := 0; x <= width; x += 120 {
			fmt.Fprintf(&b, "L%d %.0f", x, y-random.Float64()*float64(64-34*layer))
		}
		fmt.Fprintf(&b, `V%dz"/>`, shore)
	}
	fmt.Fprintf(&b, `<path class="water" d="M0 %dh%dv%dH0z"/><path class="shore" d="M0 %dh%dv3H0z"/>`, shore, width, height-shore, shore-1, width)
	for range 30 {
		x, y := random.IntN(width), 14+random.IntN(shore-30)
		size := 3 + random.IntN(9) + y/40
		fmt.Fprintf(&b, `<circle class="glow" cx="%d" cy="%d" r="%d"/><rect class="light" x="%d" y="%d" width="%d" height="%d" rx="%d"/>`,
			x, y, size*3, x-size/2-1, y-size*2/3, size+2, size*4/3+1, 1+size/4)
		fmt.Fprintf(&b, `<rect class="mirror" x="%d" y="%d" width="%d" height="%d" rx="2"/>`, x-size/2, shore+10+(shore-y)/3, size, size*2+random.IntN(18))
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
