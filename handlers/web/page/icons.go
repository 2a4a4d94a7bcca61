package page

import (
	"fmt"
	"html/template"
)

// icons are drawn by lines on a field of 24 by 24.
var icons = map[string]string{
	"globe":    `<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.500 5.600 12 3z"/>`,
	"back":     `<path d="M15 5l-7 7 7 7"/>`,
	"next":     `<path d="M9 5l7 7-7 7"/>`,
	"down":     `<path d="M5 9l7 7 7-7"/>`,
	"calendar": `<rect x="4" y="5" width="16" height="15" rx="2.500"/><path d="M4 10h16M8.500 3v4M15.500 3v4"/>`,
	"place":    `<path d="M12 21c4.500-4.700 7-8 7-11.200A7 7 0 0 0 5 9.800C5 13 7.500 16.300 12 21z"/><circle cx="12" cy="10" r="2.500"/>`,
	"person":   `<circle cx="12" cy="8" r="4"/><path d="M4.500 20c.8-3.800 3.700-5.800 7.500-5.800s6.700 2 7.500 5.800"/>`,
	"people":   `<circle cx="9" cy="8" r="3.500"/><path d="M2.500 19.500c.7-3.600 3.200-5.300 6.500-5.300s5.800 1.700 6.500 5.300M15.500 4.800a3.500 3.500 0 0 1 0 6.400M17.500 14.600c2.200.6 3.600 2.200 4.100 4.900"/>`,
	"coins":    `<ellipse cx="9" cy="7" rx="5.500" ry="2.800"/><path d="M3.500 7v5c0 1.500 2.500 2.800 5.500 2.800M14.500 7v1.500"/><ellipse cx="15.500" cy="12.500" rx="5" ry="2.600"/><path d="M10.500 12.500v5c0 1.400 2.200 2.600 5 2.600s5-1.200 5-2.600v-5"/>`,
	"clock":    `<circle cx="12" cy="12" r="9"/><path d="M12 7v5.200l3.200 2"/>`,
	"tag":      `<path d="M3.500 12.600V5a1.500 1.500 0 0 1 1.500-1.500h7.600a2 2 0 0 1 1.400.6l6 6a2 2 0 0 1 0 2.800l-6.800 6.800a2 2 0 0 1-2.800 0l-6.300-6.300a2 2 0 0 1-.6-1.400z"/><circle cx="8.300" cy="8.300" r="1.200"/>`,
	"cross":    `<path d="M6 6l12 12M18 6L6 18"/>`,
	"plus":     `<path d="M12 5v14M5 12h14"/>`,
	"minus":    `<path d="M5 12h14"/>`,
	"tick":     `<path d="M5 12.500l4.700 4.700L19 7.500"/>`,
	"search":   `<circle cx="11" cy="11" r="7"/><path d="M16.200 16.200L21 21"/>`,
	"info":     `<circle cx="12" cy="12" r="9"/><path d="M12 11v5M12 7.600v.1"/>`,
	"alert":    `<circle cx="12" cy="12" r="9"/><path d="M12 7v6M12 16.300v.1"/>`,
	"warning":  `<path d="M12 4L2.800 20h18.400z"/><path d="M12 10v4.500M12 17.200v.1"/>`,
	"lock":     `<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
	"mail":     `<rect x="3" y="5.500" width="18" height="13" rx="2.500"/><path d="M4 7.500l8 6 8-6"/>`,
	"pdf":      `<path d="M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"/><path d="M12 10v7M9 14.200l3 3 3-3"/>`,
	"card":     `<rect x="3" y="5.500" width="18" height="13" rx="2.500"/><path d="M3 10h18M7 15h3"/>`,
	"ticket":   `<path d="M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4z"/><path d="M14 6v2M14 11v2M14 16v2"/>`,
	"seat":     `<path d="M7 12V6a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v6M5 12h14v4H5zM7 16v4M17 16v4"/>`,
	"arrow":    `<path d="M4 12h15M13 6l6 6-6 6"/>`,
	"share":    `<circle cx="6" cy="12" r="2.5"/><circle cx="17" cy="5.500" r="2.5"/><circle cx="17" cy="18.500" r="2.5"/><path d="M8.200 10.700l6.600-3.900M8.200 13.300l6.600 3.900"/>`,
	"eye":      `<path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="2.800"/>`,
	"qr":       `<path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2"/>`,
	"scan":     `<path d="M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M4 12h16"/>`,
	"choose":   `<path d="M8 9.500l4-4 4 4M8 14.500l4 4 4-4"/>`,
	"copy":     `<rect x="8.500" y="8.500" width="11.500" height="11.500" rx="2"/><path d="M15.500 5.500V5A1.500 1.500 0 0 0 14 3.500H5A1.500 1.500 0 0 0 3.500 5v9A1.500 1.500 0 0 0 5 15.500h.5"/>`,
	"grip":     `<path class="dots" d="M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1"/>`,
	"home":     `<path d="M4 11l8-7 8 7v8a1.500 1.500 0 0 1-1.500 1.500h-4V14h-5v6.500h-4A1.500 1.500 0 0 1 4 19z"/>`,
	"leave":    `<path d="M14 4H6a1.500 1.500 0 0 0-1.500 1.500v13A1.500 1.500 0 0 0 6 20h8M10 12h10M16.500 8.500L20 12l-3.500 3.500"/>`,
	"more":     `<path class="dots" d="M5.500 12h.1M12 12h.1M18.500 12h.1"/>`,
	"pause":    `<path d="M8.500 5v14M15.500 5v14"/>`,
	"pencil":   `<path d="M4 20l.8-4L15.600 5.200a2 2 0 0 1 2.800 0l.4.4a2 2 0 0 1 0 2.800L8 19.200z"/>`,
	"play":     `<path d="M7 4.500v15l12-7.500z"/>`,
	"pulse":    `<path d="M3 12h4l2.500-7 5 14L17 12h4"/>`,
	"undo":     `<path d="M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3"/>`,
	"gear":     `<circle cx="12" cy="12" r="3"/><path d="M12 3.500v3M12 17.500v3M3.500 12h3M17.500 12h3M6 6l2.100 2.100M15.900 15.900L18 18M18 6l-2.100 2.100M8.100 15.900L6 18"/>`,
	"shield":   `<path d="M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15.300 10"/>`,
	"list":     `<path d="M8.500 6.500h12M8.500 12h12M8.500 17.500h12M4 6.500h.1M4 12h.1M4 17.500h.1"/>`,
	"load":     `<path d="M12 4v11M7.500 11l4.500 4.500L16.500 11M4.500 20h15"/>`,
	"bell":     `<path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4"/>`,
	"send":     `<path d="M20.500 3.500L3.500 10l7 3.500 3.500 7zM10.500 13.500l4-4"/>`,
	"print":    `<path d="M7 9V3.500h10V9M7 17H5a1.500 1.500 0 0 1-1.500-1.500v-5A1.500 1.500 0 0 1 5 9h14a1.500 1.500 0 0 1 1.500 1.500v5A1.500 1.500 0 0 1 19 17h-2"/><path d="M7 14h10v6.500H7z"/>`,
	"swap":     `<path d="M7 4L3.500 7.500 7 11M3.500 7.500H17M17 13l3.500 3.500L17 20M20.500 16.500H7"/>`,
	"phone":    `<rect x="7" y="2.500" width="10" height="19" rx="2.500"/><path d="M11 18.500h2"/>`,
	"note":     `<path d="M5 4h14v11l-5 5H5zM14 20v-5h5M8.500 8.500h7M8.500 12h4"/>`,
	"up":       `<path d="M5 15l7-7 7 7"/>`,
}

func icon(name string) (template.HTML, error) {
	shape, ok := icons[name]
	if !ok {
		return "", fmt.Errorf("there is no icon %s", name)
	}
	return template.HTML(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">` + shape + `</svg>`), nil
}
