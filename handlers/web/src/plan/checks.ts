import { bandOf, groups, keyOf, type Doc, type Ref } from './doc'

/** Something about a plan that somebody should look at: "C14 twice". */
export interface Problem { what: 'twice' | 'row_twice' | 'same_place' | 'no_band' | 'no_name' | 'no_seats' | 'unused'; name: string; other?: string; ref?: Ref }

/** What the box office would refuse, and what can hardly be meant; the first hundred. */
export function check(doc: Doc, most = 100): Problem[] {
  const all: Problem[] = []
  const bands = new Set(doc.priceBands.map(keyOf))
  const used = new Set((doc.generalAdmissionAreas ?? []).map((g) => g.priceBand))
  const rows = new Set<string>()
  const places = new Map<string, string>()
  if (!doc.name.trim()) all.push({ what: 'no_name', name: '' })
  for (const [ref, g] of groups(doc)) {
    const full = [ref.split('/')[0], g.area, g.block, g.name].join('\n')
    if (!g.name.trim()) all.push({ what: 'no_name', name: g.name, ref })
    else if (rows.has(full)) all.push({ what: 'row_twice', name: g.name, ref })
    rows.add(full)
    const names = new Set<string>()
    for (const s of g.seats) {
      const name = g.name + s.name
      if (names.has(s.name)) all.push({ what: 'twice', name, ref })
      names.add(s.name)
      const band = bandOf(g, s)
      used.add(band)
      if (!bands.has(band)) all.push({ what: 'no_band', name, ref })
      const at = `${s.x}/${s.y}`
      const other = places.get(at)
      if (other !== undefined) all.push({ what: 'same_place', name, other, ref })
      else places.set(at, name)
      if (all.length >= most) return all
    }
  }
  if (places.size === 0 && !doc.generalAdmissionAreas?.length) all.push({ what: 'no_seats', name: '' })
  for (const b of doc.priceBands) if (!used.has(keyOf(b))) all.push({ what: 'unused', name: b.name })
  return all.slice(0, most)
}
