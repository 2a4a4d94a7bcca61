package screen

import (
	"slices"
	"strings"
)

// zoneNames are the clocks to choose from: those of Europe, and one of every hour elsewhere.
const zoneNames = `Africa/Cairo Africa/Casablanca Africa/Johannesburg Africa/Lagos Africa/Nairobi
America/Argentina/Buenos_Aires America/Bogota America/Chicago America/Denver America/Halifax America/Los_Angeles America/Mexico_City America/New_York America/Santiago America/Sao_Paulo America/St_Johns America/Toronto America/Vancouver
Asia/Bangkok Asia/Dhaka Asia/Dubai Asia/Hong_Kong Asia/Jakarta Asia/Jerusalem Asia/Karachi Asia/Kathmandu Asia/Kolkata Asia/Manila Asia/Riyadh Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Taipei Asia/Tehran Asia/Tokyo
Atlantic/Azores Atlantic/Canary Atlantic/Reykjavik
Australia/Adelaide Australia/Brisbane Australia/Melbourne Australia/Perth Australia/Sydney
Europe/Amsterdam Europe/Athens Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Bucharest Europe/Budapest Europe/Chisinau Europe/Copenhagen Europe/Dublin Europe/Helsinki Europe/Istanbul Europe/Kyiv Europe/Lisbon Europe/Ljubljana Europe/London Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Minsk Europe/Monaco Europe/Moscow Europe/Oslo Europe/Paris Europe/Prague Europe/Riga Europe/Rome Europe/Sarajevo Europe/Skopje Europe/Sofia Europe/Stockholm Europe/Tallinn Europe/Tirane Europe/Vaduz Europe/Vienna Europe/Vilnius Europe/Warsaw Europe/Zagreb Europe/Zurich
Pacific/Auckland Pacific/Honolulu UTC`

// Zones are the clocks to choose from, with those that are in use.
func Zones(used ...string) (all []Option) {
	names := strings.Fields(zoneNames)
	for _, name := range used {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		all = append(all, Option{Value: name, Text: strings.NewReplacer("_", " ", "/", ", ").Replace(name)})
	}
	return all
}
