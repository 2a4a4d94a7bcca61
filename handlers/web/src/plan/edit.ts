import { groupAt, groups, keyOf, split, type Doc, type Group, type Label, type Point, type Ref, type Seat } from './doc'
import { around, boxOf, inRow, middle, pitchOf, rounded } from './geometry'
import { numbers, rowNames, type Way } from './numbering'

/** What is asked for when rows are drawn. */
export interface NewRows { first: string; rows: number; seats: number; bend: number; way: Way; band: string; block: string; at: Point; gap: number }

/** Rows one behind the other. A plan is a value: what is changed is another plan. */
export function addRows(doc: Doc, ask: NewRows): Doc {
  const names = rowNames(ask.first, ask.rows)
  const rows = names.map((name, i): Group => {
    const at = { x: ask.at.x, y: ask.at.y + i * ask.gap }
    const called = numbers(ask.seats, ask.way)
    return { name, ...(ask.block ? { block: ask.block } : {}), priceBand: ask.band, seats: inRow(ask.seats, 1, ask.bend, at).map((p, n) => ({ name: called[n]!, ...p })) }
  })
  return { ...doc, rows: [...(doc.rows ?? []), ...rows] }
}

export function addTable(doc: Doc, name: string, seats: number, band: string, at: Point, wholeOnly: boolean): Doc {
  const table: Group = { name, priceBand: band, ...(wholeOnly ? { wholeOnly } : {}), seats: around(seats, 1, at).map((p, n) => ({ name: String(n + 1), ...p })) }
  return { ...doc, tables: [...(doc.tables ?? []), table] }
}

export function addGeneral(doc: Doc, name: string, capacity: number, band: string): Doc {
  return { ...doc, generalAdmissionAreas: [...(doc.generalAdmissionAreas ?? []), { name, priceBand: band, capacity }] }
}

/** Changes some rows and tables. */
export function change(doc: Doc, refs: Iterable<Ref>, to: (g: Group, ref: Ref) => Group): Doc {
  const out = { ...doc }
  for (const ref of refs) {
    const [kind, n] = split(ref)
    const g = groupAt(doc, ref)
    if (!g || kind === 'generalAdmissionAreas') continue
    const list = out[kind] === doc[kind] ? [...(doc[kind] ?? [])] : out[kind]!
    list[n] = to(g, ref)
    out[kind] = list
  }
  return out
}

const placed = (g: Group, to: (p: Point) => Point): Group => ({ ...g, seats: g.seats.map((s) => ({ ...s, ...rounded(to(s)) })) })

export const move = (doc: Doc, refs: Iterable<Ref>, dx: number, dy: number): Doc => change(doc, refs, (g) => placed(g, (p) => ({ x: p.x + dx, y: p.y + dy })))

/** What lies around some rows and tables. */
export function extent(doc: Doc, refs: Iterable<Ref>): ReturnType<typeof boxOf> {
  const all: Point[] = []
  for (const ref of refs) all.push(...(groupAt(doc, ref)?.seats ?? []))
  return boxOf(all)
}

/** Turns left and right over, around the middle of what is chosen. Names go with their seats. */
export function mirror(doc: Doc, refs: Ref[]): Doc {
  const box = extent(doc, refs)
  if (!box) return doc
  const { x } = middle(box)
  return change(doc, refs, (g) => ({ ...placed(g, (p) => ({ x: 2 * x - p.x, y: p.y })), seats: reversed(placed(g, (p) => ({ x: 2 * x - p.x, y: p.y })).seats) }))
}

/** The other way round: a gap behind a seat is one behind its neighbour then. */
function reversed(seats: Seat[]): Seat[] {
  const gaps = seats.map((s) => s.gapAfter === true)
  return seats.map((_, i) => {
    const { gapAfter: _gap, ...s } = seats[seats.length - 1 - i]!
    const gap = gaps[seats.length - 2 - i] === true
    return gap ? { ...s, gapAfter: true } : s
  })
}

export type Side = 'left' | 'centre' | 'right'

/** Puts rows under each other at a side, or at their middles. */
export function align(doc: Doc, refs: Ref[], side: Side): Doc {
  const whole = extent(doc, refs)
  if (!whole) return doc
  return change(doc, refs, (g) => {
    const box = boxOf(g.seats)!
    const dx = side === 'left' ? whole.left - box.left : side === 'right' ? whole.right - box.right : middle(whole).x - middle(box).x
    return placed(g, (p) => ({ x: p.x + dx, y: p.y }))
  })
}

/** Bends rows, each around its own middle. */
export function bend(doc: Doc, refs: Ref[], degrees: number): Doc {
  return change(doc, refs, (g, ref) => {
    if (split(ref)[0] === 'tables') return g
    const box = boxOf(g.seats)!
    const half = g.seats[Math.floor((g.seats.length - 1) / 2)]!
    const at = { x: middle(box).x, y: half.y }
    const places = inRow(g.seats.length, pitchOf(g.seats), degrees, at)
    return { ...g, seats: g.seats.map((s, i) => ({ ...s, ...places[i]! })) }
  })
}

/** Numbers the seats of some rows, and the rows themselves where a first name is given. */
export function number(doc: Doc, refs: Ref[], way: Way, first: number, row: string): Doc {
  const names = rowNames(row, refs.length)
  return change(doc, refs, (g, ref) => {
    const called = numbers(g.seats.length, way, first)
    return { ...g, name: row ? names[refs.indexOf(ref)]! : g.name, seats: g.seats.map((s, i) => ({ ...s, name: called[i]! })) }
  })
}

/** So many seats in each row: more are put at its end, too many are taken off there. */
export function seatsIn(doc: Doc, refs: Ref[], n: number): Doc {
  return change(doc, refs, (g) => {
    const seats = g.seats.slice(0, n)
    while (seats.length < n && seats.length > 0) {
      const [a, b] = [seats[seats.length - 1]!, seats[seats.length - 2] ?? { x: seats[0]!.x - 1, y: seats[0]!.y }]
      const next = /^\d+$/.test(a.name) ? String(Number(a.name) + 1) : `${a.name}+`
      seats.push({ ...a, name: next, ...rounded({ x: 2 * a.x - b.x, y: 2 * a.y - b.y }) })
    }
    return { ...g, seats }
  })
}

/** Makes an aisle behind a seat, and takes it away again: what follows moves by one place. */
export function aisle(doc: Doc, ref: Ref, after: number): Doc {
  return change(doc, [ref], (g) => {
    const [a, b] = [g.seats[after], g.seats[after + 1]]
    if (!a || !b) return g
    const off = a.gapAfter ? -1 : 1
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1
    const by = { x: (off * (b.x - a.x)) / (a.gapAfter ? far : far), y: (off * (b.y - a.y)) / far }
    return { ...g, seats: g.seats.map((s, i) => (i === after ? flag(s, !a.gapAfter) : i > after ? { ...s, ...rounded({ x: s.x + by.x, y: s.y + by.y }) } : s)) }
  })
}

function flag({ gapAfter: _was, ...s }: Seat, on: boolean): Seat {
  return on ? { ...s, gapAfter: true } : s
}

/** A price band for whole rows; seats of their own lose it. */
export const inBand = (doc: Doc, refs: Ref[], band: string): Doc =>
  change({ ...doc, generalAdmissionAreas: doc.generalAdmissionAreas?.map((g, i) => (refs.includes(`generalAdmissionAreas/${i}`) ? { ...g, priceBand: band } : g)) }, refs, (g) => ({
    ...g, priceBand: band, seats: g.seats.map(({ priceBand: _own, ...s }) => s),
  }))

export const inBlock = (doc: Doc, refs: Ref[], block: string): Doc => change(doc, refs, ({ block: _was, area: _area, ...g }) => (block ? { ...g, block } : g))

export function remove(doc: Doc, refs: Ref[]): Doc {
  const kept = <T,>(kind: string, list: T[] | undefined): T[] | undefined => list?.filter((_, i) => !refs.includes(`${kind}/${i}` as Ref))
  return { ...doc, rows: kept('rows', doc.rows), tables: kept('tables', doc.tables), generalAdmissionAreas: kept('generalAdmissionAreas', doc.generalAdmissionAreas) }
}

/** A second one of what is chosen, beside it, under free names. */
export function copy(doc: Doc, refs: Ref[], dx: number, dy: number): { doc: Doc; refs: Ref[] } {
  const out = { ...doc, rows: [...(doc.rows ?? [])], tables: [...(doc.tables ?? [])] }
  const made: Ref[] = []
  for (const ref of refs) {
    const [kind] = split(ref)
    const g = groupAt(doc, ref)
    if (!g || kind === 'generalAdmissionAreas') continue
    const there = new Set(out[kind].filter((o) => o.block === g.block).map((o) => o.name))
    out[kind].push({ ...placed(g, (p) => ({ x: p.x + dx, y: p.y + dy })), name: free(g.name, there) })
    made.push(`${kind}/${out[kind].length - 1}`)
  }
  return { doc: out, refs: made }
}

/** The next name that is free. */
export function free(name: string, there: Set<string>): string {
  for (let n = 1; ; n++) {
    const next = /^([A-Z]|\d+)$/.test(name) ? rowNames(name, n + 1)[n]! : `${name} ${n + 1}`
    if (!there.has(next)) return next
  }
}

/** Another name for a price band, a block or a gate: its key stays, so that it is known as the same. */
export function rename<T extends Label>(all: T[], at: number, name: string): T[] {
  return all.map((l, i) => (i === at ? { ...l, key: keyOf(l), name } : l))
}

/** The rows and tables of which a seat lies within. */
export function within(doc: Doc, inside: (p: Point) => boolean): Ref[] {
  return [...groups(doc)].filter(([, g]) => g.seats.some(inside)).map(([ref]) => ref)
}
