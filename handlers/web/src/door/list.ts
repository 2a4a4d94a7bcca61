// The tickets that a phone keeps in memory, found by code, order and name.
import { gone, type Former, type Good, type Line, type Move, type Page } from './wire'
import type { Candidate, Micros } from './rules'
import { barred, frozen, ofDemo, sold, undecided, voided } from './wire'
import { asked, plain, says } from './search'
import { guestKind, replacedCode, rotatingForm, seasonKind, ticketKind, ticketCode, unknownCode } from './rules'

export interface Ticket {
  id: number
  parent: number
  bought: number // the id of the order
  code: string
  tag: string // that the guest wears, else empty
  form: number
  secret: string // of a rotating code, else empty
  step: number // the newest by which it was let in
  unlisted?: boolean // only its signature is known
  old: string[]
  was?: Former[] // how each of those was replaced
  gates?: number[] // of the plan, that lead to its seat
  good: Good
  flags: number
  name: string
  order: string
  born: number | null
  zones: State[]
  last: Move | null
}

export interface State {
  zone: number
  inside: boolean
  entries: number
  lastIn: Micros
  lastOut: Micros
}

// canonical brings a code that somebody typed into the form in which codes are issued.
export function canonical(code: string): string {
  return code.replace(/[\s\p{Pd}\u2212\u00ad]/gu, '').replace(/[a-z]/g, (c) => c.toUpperCase())
}

// folded is what codes are alike in that differ by their case alone; '' of those that are issued
// here, which are found by their canonical form.
const folded = (code: string) => {
  const issued = canonical(code)
  return issued === code ? '' : issued
}

// clean leaves of what was read what a code can be: a camera reads any code there is.
export function clean(code: string): string {
  return code.replace(/[\p{C}\p{Z}]+/gu, ' ').trim().slice(0, 255) || '?'
}

// pageSize is how many tickets are sealed together.
export const pageSize = 500

export class List {
  private readonly tickets: (Ticket | undefined)[] = [] // by place, for the pages on the disk
  private readonly places = new Map<number, number>() // by id
  private readonly codes = new Map<string, Ticket>()
  private readonly alike = new Map<string, Set<Ticket>>() // printed elsewhere, by their folded code
  private readonly tags = new Map<string, Ticket>()
  private readonly olds = new Map<string, Ticket>()
  private readonly children = new Map<number, number[]>()
  private readonly orders = new Map<string, Ticket[]>()
  private readonly goods = new Map<string, Good>()
  private readonly texts: [code: string, order: string, name: string][] = [] // by place, what is searched
  private readonly dirty = new Set<number>()
  private standing = 0

  get size(): number {
    return this.standing
  }

  // take adds a page of the server, or changes what it says anew.
  take(page: Page): void {
    const goods = page.goods.map((g) => this.intern(g))
    for (const l of page.tickets) {
      const good = goods[l.good]
      if (!good) continue
      this.put({
        id: l.id, parent: l.parent ?? 0, bought: l.bought ?? 0, code: l.code, tag: l.tag ?? '', form: l.form ?? 0, secret: l.secret ?? '', step: l.step ?? 0, old: l.old ?? [], ...(l.was ? { was: l.was } : {}), ...(l.gates ? { gates: l.gates } : {}), good, flags: l.flags,
        name: l.name ?? '', order: l.order, born: l.born ?? null,
        zones: (l.zones ?? []).map(([zone, inside, entries, lastIn, lastOut]) => ({ zone, inside: inside === 1, entries, lastIn, lastOut })),
        last: lastOf(l, page),
      })
    }
  }

  private intern(g: Good): Good {
    const key = JSON.stringify(g)
    const known = this.goods.get(key)
    if (known) return known
    this.goods.set(key, g)
    return g
  }

  // season is a season ticket as it lets in here, the newest of what is known of it.
  season(saleItem: number): Good | undefined {
    return [...this.goods.values()].filter((g) => g.saleItem === saleItem && g.kind === seasonKind).at(-1)
  }

  put(t: Ticket): void {
    const place = this.places.get(t.id) ?? this.tickets.length
    const was = this.tickets[place]
    if (was) this.forget(was)
    this.tickets[place] = t
    this.texts[place] = [plain(t.code), plain(t.order), plain(t.name)]
    this.places.set(t.id, place)
    this.dirty.add(Math.floor(place / pageSize))
    if (!(t.flags & gone)) this.standing++
    this.codes.set(t.code, t)
    const fold = folded(t.code)
    if (fold) this.alike.set(fold, (this.alike.get(fold) ?? new Set()).add(t))
    if (t.tag) this.tags.set(t.tag, t)
    for (const code of t.old) this.olds.set(code, t)
    if (t.parent) this.children.set(t.parent, [...(this.children.get(t.parent) ?? []), t.id])
    this.orders.set(t.order, [...(this.orders.get(t.order) ?? []), t])
  }

  private forget(t: Ticket): void {
    if (!(t.flags & gone)) this.standing--
    if (this.codes.get(t.code) === t) this.codes.delete(t.code)
    this.alike.get(folded(t.code))?.delete(t)
    if (this.tags.get(t.tag) === t) this.tags.delete(t.tag)
    for (const code of t.old) if (this.olds.get(code) === t) this.olds.delete(code)
    if (t.parent) this.children.set(t.parent, (this.children.get(t.parent) ?? []).filter((id) => id !== t.id))
    this.orders.set(t.order, (this.orders.get(t.order) ?? []).filter((o) => o !== t))
  }

  // find follows a code to its ticket, or to the one that it was of.
  find(code: string): { kind: number; ticket: Ticket | null; was?: Former } {
    const ticket = this.codes.get(code) ?? this.inAnyCase(code)
    if (ticket) return { kind: ticketCode, ticket }
    for (const form of [code, canonical(code)]) {
      const ticket = this.olds.get(form)
      const was = ticket?.was?.[ticket.old.indexOf(form)]
      if (ticket) return { kind: replacedCode, ticket, ...(was ? { was } : {}) }
    }
    return { kind: unknownCode, ticket: null }
  }

  // inAnyCase finds a code as keyboards change it: as it is issued here, or printed elsewhere with
  // small letters. Where several differ by their case alone it is none of them.
  private inAnyCase(code: string): Ticket | undefined {
    const issued = canonical(code)
    const one = this.codes.get(issued), others = [...(this.alike.get(issued) ?? [])]
    const all = one ? [one, ...others] : others
    return all.length === 1 ? all[0] : undefined
  }

  // wearing is the ticket of who wears a tag.
  wearing(tag: string): Ticket | null {
    return this.tags.get(tag) ?? null
  }

  addOns(t: Ticket): Ticket[] {
    return (this.children.get(t.id) ?? []).flatMap((id) => this.byID(id) ?? [])
  }

  byID(id: number): Ticket | undefined {
    const place = this.places.get(id)
    return place === undefined ? undefined : this.tickets[place]
  }

  ofOrder(order: string): Ticket[] {
    return (this.orders.get(order) ?? []).filter((t) => !(t.flags & gone))
  }

  // together are those who come together: the guests of a list who stand under one name in an
  // order, or the tickets of an order. Others come alone.
  together(t: Ticket): Ticket[] {
    const { kind, saleItem } = t.good
    if (kind === guestKind) return this.ofOrder(t.order).filter((o) => o.good.saleItem === saleItem && o.name === t.name)
    return kind === ticketKind ? this.ofOrder(t.order).filter((o) => o.good.kind === ticketKind) : [t]
  }

  // search finds by parts of a name, of the code as it is printed, or of the order's reference.
  search(text: string, limit: number): Ticket[] {
    const words = asked(text), code = asked(canonical(text))
    const found: Ticket[] = []
    if (words.length === 0 || code.length === 0) return found
    for (let place = 0; place < this.tickets.length && found.length < limit; place++) {
      const t = this.tickets[place]
      if (!t || t.flags & gone) continue
      const [printed, order, name] = this.texts[place]!
      if (says(words, printed, name) || says(code, printed) || says(code, order)) found.push(t)
    }
    return found
  }

  // move notes that a ticket came in or left.
  move(t: Ticket, zone: number, move: Move): void {
    const s = stateIn(t, zone)
    if (!t.zones.includes(s)) t.zones.push(s)
    s.inside = !move.out
    if (move.out) s.lastOut = move.at
    else {
      s.entries++
      s.lastIn = move.at
    }
    t.last = move
    this.touch(t.id)
  }

  // scanOut notes that who was inside since before a moment left then, and tells how many.
  scanOut(zone: number, at: Micros): number {
    const inside = this.tickets.filter((t) => t?.zones.some((s) => s.zone === zone && s.inside && s.lastIn <= at))
    for (const t of inside) this.move(t!, zone, { at, out: true, gate: '', by: '' })
    return inside.length
  }

  touch(id: number): void {
    const place = this.places.get(id)
    if (place !== undefined) this.dirty.add(Math.floor(place / pageSize))
  }

  // changed gives the pages that differ from those on the disk, and takes them for written.
  changed(): { page: number; tickets: (Ticket | undefined)[] }[] {
    const pages = [...this.dirty].map((page) => ({ page, tickets: this.tickets.slice(page * pageSize, (page + 1) * pageSize) }))
    this.dirty.clear()
    return pages
  }

  // restore takes back what changed gave.
  restore(tickets: (Ticket | undefined | null)[]): void {
    for (const t of tickets) if (t) this.put({ ...t, good: this.intern(t.good) })
    this.dirty.clear()
  }
}

function lastOf(l: Line, page: Page): Move | null {
  if (!l.last) return null
  const [at, out, move] = l.last
  const { gate = '', by = '' } = page.moves[move] ?? {}
  return { at, out: out === 1, gate, by }
}

export function stateIn(t: Ticket, zone: number): State {
  return t.zones.find((z) => z.zone === zone) ?? { zone, inside: false, entries: 0, lastIn: 0, lastOut: 0 }
}

// candidate is a ticket as the rules look at it. live: the company takes real money.
export function candidate(list: List, read: { kind: number; ticket: Ticket | null; shown: number; step: number }, zone: number, withAddOns: boolean, live: boolean, elsewhere: (t: Ticket) => boolean): Candidate {
  const { kind, ticket: t } = read
  if (!t) return { code: kind, saleItem: 0, kind: 0, grace: 0, entries: 0 }
  const s = stateIn(t, zone), is = (flag: number) => (t.flags & flag) !== 0
  return {
    code: kind, shown: read.shown, step: read.step, used: t.step, elsewhere: elsewhere(t), issued: t.form, saleItem: t.good.saleItem, kind: t.good.kind,
    sold: is(sold), frozen: is(frozen), void: is(voided), undecided: is(undecided), barred: is(barred), demo: live && is(ofDemo),
    from: t.good.from, to: t.good.to, grace: t.good.grace, inside: s.inside, entries: s.entries, born: t.born,
    addOns: withAddOns ? list.addOns(t).map((extra) => candidate(list, { kind: ticketCode, ticket: extra, shown: rotatingForm, step: 0 }, zone, false, live, elsewhere)) : [],
  }
}
