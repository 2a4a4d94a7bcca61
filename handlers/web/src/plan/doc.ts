/** A seating plan as it is exchanged: what the box office reads and writes. */
export interface Point { x: number; y: number }
export interface Label { key?: string; name: string }
export interface Block extends Label { area?: string; stand?: string; gates?: string[]; stairs?: string[] }
export interface Seat extends Point { name: string; priceBand?: string; gapAfter?: boolean; status?: string }
export interface Group { name: string; block?: string; area?: string; priceBand?: string; wholeOnly?: boolean; seats: Seat[] }
export interface General { name: string; areas?: string[]; priceBand: string; capacity: number; status?: string }
export interface Doc {
  name: string
  focalPoint?: Point
  priceBands: Label[]
  areas?: Label[]
  stands?: Label[]
  gates?: Label[]
  stairs?: Label[]
  blocks?: Block[]
  rows?: Group[]
  tables?: Group[]
  generalAdmissionAreas?: General[]
}

/** A row, a table or a standing area, by its place in the plan: "rows/3". */
export type Ref = `${'rows' | 'tables' | 'generalAdmissionAreas'}/${number}`
export type Kind = 'rows' | 'tables' | 'generalAdmissionAreas'

export function split(ref: Ref): [Kind, number] {
  const [kind, n] = ref.split('/')
  return [kind as Kind, Number(n)]
}

/** What other parts call a label by. */
export const keyOf = (l: Label): string => l.key ?? l.name

/** All rows and tables with what they are called by. */
export function* groups(doc: Doc): Generator<[Ref, Group]> {
  for (const kind of ['rows', 'tables'] as const) {
    for (const [i, g] of (doc[kind] ?? []).entries()) yield [`${kind}/${i}`, g]
  }
}

export function groupAt(doc: Doc, ref: Ref): Group | undefined {
  const [kind, n] = split(ref)
  return kind === 'generalAdmissionAreas' ? undefined : doc[kind]?.[n]
}

export const bandOf = (g: Group, s: Seat): string => s.priceBand || g.priceBand || ''

/** A plan that nothing is on yet. */
export const empty = (name: string, band: string): Doc => ({ name, focalPoint: { x: 0, y: -3 }, priceBands: [{ name: band }] })

export function size(doc: Doc): { seats: number; capacity: number } {
  let seats = 0
  for (const [, g] of groups(doc)) seats += g.seats.length
  return { seats, capacity: seats + (doc.generalAdmissionAreas ?? []).reduce((n, g) => n + g.capacity, 0) }
}
