// From what the rules say to what a steward sees: colour, word, shape, sound, what it is
// about, and what to do.
import { elsewhere, lastAt, staleAfter } from './gate'
import { stateIn, type Ticket } from './list'
import { guestKind, type Micros } from './rules'
import type { Words } from './words'
import type { Home, Told } from './wire'

export type Family = 'ok' | 'ask' | 'stop'

export interface Fact {
  label?: string
  big: string
  lines: string[]
}

// Choice is one of several things on a code. What was used is shown, and cannot be chosen.
export interface Choice {
  code: string
  name: string
  line: string
  used: boolean
}

export interface Verdict {
  family: Family
  shape: 'tick' | 'out' | 'question' | 'hourglass' | 'cross'
  word: string
  why: string
  about: string // what kind, and who
  fact?: Fact
  todo: string
  plate?: { title: string; line: string } // beside an OK
  choices: Choice[]
  party: boolean // of a guest list
  rest: string[] // codes of those who may come in with it
  overridable: boolean
  again: boolean // the same code may be asked again
  at: Micros
  told: Told
  direction: string
}

export interface Surroundings {
  home: Home
  zone: number
  ticket: Ticket | null
  others: Ticket[] // who come with it, itself too
  rest: string[]
  extras: Ticket[] // that hang on it
  now: Micros
  online: boolean
  listedAt: number // ms
  words: Words
  codes: number
  direction: string
  gate: number // of the plan, where the phone stands; 0: not said
}

export function verdictOf(told: Told, s: Surroundings): Verdict {
  const w = s.words
  const base: Verdict = {
    family: 'stop', shape: 'cross', word: w.t('door.stop'), why: '', about: aboutOf(told), todo: '', choices: [], party: s.ticket?.good.kind === guestKind, rest: s.rest,
    overridable: told.remedy.override, again: false, at: s.now, told, direction: s.direction,
  }
  const make = makers[told.status] ?? denied
  const v = { ...base, ...make(told, s, w) }
  if (told.remedy.override && v.family === 'stop' && !s.home.device.overrides) v.todo = join(v.todo, w.t('door.supervisor_only'))
  return v
}

const join = (...texts: string[]) => texts.filter(Boolean).join(' ')
const aboutOf = (told: Told) => join(told.kind && told.name ? `${told.kind}.` : told.kind, told.name)

type Maker = (told: Told, s: Surroundings, w: Words) => Partial<Verdict>

const makers: Record<string, Maker> = {
  valid,
  alreadyIn: (told, s, w) => ({
    why: w.t('door.already_in'), todo: w.t('door.stepped_out'),
    ...(s.rest.length > 0 ? { family: 'ask' as const, shape: 'question' as const, word: w.t('door.check'), todo: w.t('door.party_more', { n: s.rest.length }) } : {}),
    ...(told.last ? { fact: cameIn(told, s, w) } : {}),
  }),
  alreadyOut: (told, s, w) => ({
    family: 'ask', shape: 'question', word: w.t('door.check'), why: w.t('door.already_out'), todo: w.t('door.nothing_to_do'),
    ...(told.last ? { fact: { big: w.moment(told.last.at, s.now), lines: lastLines(told, w) } } : {}),
  }),
  denied,
  zoneClosed: (_told, s, w) => closed(s, w),
  ageUnknown: (_told, s, w) => ({
    ...(s.home.device.overrides ? { family: 'ask' as const, shape: 'question' as const, word: w.t('door.check_id'), todo: w.t('door.check_id_do') } : {}),
    why: w.t('door.ask_age'), fact: { big: limits(s, w), lines: [] },
  }),
  tooYoung: (_told, s, w) => ({
    why: w.t('door.too_young', { min: zoneOf(s).rules.minAge ?? 0 }), fact: { big: limits(s, w), lines: [] }, todo: w.t('door.help_desk'),
  }),
  tooOld: (_told, s, w) => ({
    why: w.t('door.over_max', { max: zoneOf(s).rules.maxAge ?? 0 }), fact: { big: limits(s, w), lines: [] }, todo: w.t('door.help_desk'),
  }),
  full: (told, _s, w) => ({
    family: 'ask', shape: 'hourglass', word: w.t('door.wait'), why: w.t('door.full'), todo: w.t('door.full_do'), again: true,
    fact: { big: w.t('door.entries', { n: told.attendance, max: told.capacity ?? 0 }), lines: [w.t('door.inside')] },
  }),
  scansInExceeded: (told, s, w) => ({
    why: w.t('door.entries_used'), todo: w.t('door.help_desk'),
    fact: {
      big: w.t('door.entries', { n: told.entries, max: told.maxEntries ?? told.entries }),
      lines: told.entered.length > 0 ? told.entered.map((m) => [w.moment(m.at, s.now), m.gate || m.by].filter(Boolean).join(', ')) : told.last ? [w.t('door.used', { time: w.moment(told.last.at, s.now) }), ...lastLines(told, w)] : [],
    },
  }),
  requiresConfirmation: (told, s, w) => {
    const choices = choicesOf(told, s, w)
    return { family: 'ask', shape: 'question', word: w.t('door.choose'), why: w.t('door.choose_things', { n: choices.length }), todo: w.t('door.choose_do'), choices }
  },
}

// choicesOf are the things on a code: the ticket, what hangs on it and could be meant, and
// what of that was used already.
function choicesOf(told: Told, s: Surroundings, w: Words): Choice[] {
  const open = told.choices.map((c, i) => ({ ...c, line: i === 0 ? told.name : '', used: false }))
  const used = s.extras.filter((t) => stateIn(t, s.zone).inside && !told.choices.some((c) => c.item === t.id))
  return [...open, ...used.map((t) => ({ code: t.code, name: t.good.name, line: usedWhen(t, s, w), used: true }))]
}

function usedWhen(t: Ticket, s: Surroundings, w: Words): string {
  const last = zoneOf(s).hidden ? null : lastAt(t, s.zone)
  return last ? [w.t('door.used', { time: w.moment(last.at, s.now) }), last.gate || last.by].filter(Boolean).join(', ') : w.t('door.already_in')
}

function valid(told: Told, s: Surroundings, w: Words): Partial<Verdict> {
  const v: Partial<Verdict> = { family: 'ok', shape: told.out ? 'out' : 'tick', word: w.t('door.ok'), why: '' }
  if (s.codes > 1) {
    v.word = `${w.t('door.ok')} ${w.number(s.codes)}`
    v.why = w.t('door.several_in', { n: s.codes })
  }
  if (told.provisional) v.why = join(v.why ?? '', w.t('door.provisional'))
  if (told.forced) v.why = join(v.why ?? '', w.t('door.by_supervisor'))
  const way = told.out || s.codes > 1 ? undefined : otherGate(s, w)
  if (way) v.fact = way
  const state = s.ticket?.zones.find((z) => z.zone === s.zone)
  if (told.out && state && state.lastIn > 0) v.plate = { title: w.t('door.stayed', { time: w.stay(state.lastIn, s.now) }), line: '' }
  else if (!told.out && s.others.length > 1) {
    const inside = s.others.filter((t) => t.zones.some((z) => z.zone === s.zone && z.inside)).length
    v.plate = s.ticket?.good.kind === guestKind ? { title: w.t('door.party_in', { in: inside, all: s.others.length }), line: '' }
      : { title: w.t('door.order', { order: told.order }), line: w.t('door.order_in', { in: inside, all: s.others.length }) }
  }
  return v
}

// otherGate tells where the way to the seat is, if it is not here. It keeps nobody out.
function otherGate(s: Surroundings, w: Words): Fact | undefined {
  const ways = s.ticket?.gates ?? [], all = s.home.gates ?? []
  const names = all.filter((g) => ways.includes(g.id)).map((g) => g.name)
  if (s.gate === 0 || ways.includes(s.gate) || names.length === 0) return undefined
  return { label: w.t('door.seat_at_gate'), big: names.join(', '), lines: [w.t('door.let_in_here')] }
}

function denied(told: Told, s: Surroundings, w: Words): Partial<Verdict> {
  switch (told.detail) {
    case 'historicBarcode':
      return {
        why: w.t('door.old_code'), todo: w.t('door.newest_code'), about: told.kind,
        ...(told.replacedAt ? { fact: { big: w.moment(told.replacedAt, s.now), lines: [causeOf(told, w), w.t('door.replaced', { time: w.ago(told.replacedAt, s.now) })].filter(Boolean) } } : {}),
      }
    case 'itemDoesNotQualify': {
      if (told.gate && told.remedy.override) return { why: w.t('door.leased'), todo: w.t('door.leased_do'), fact: { label: w.t('door.good_at'), big: told.gate, lines: [] } }
      if (told.remedy.kind === 'otherGate' && told.remedy.override) return { why: w.t('door.leased'), todo: w.t('door.leased_nobody') }
      const zones = elsewhere(s.home, s.ticket, s.zone)
      return {
        why: w.t('door.not_here'), todo: told.remedy.kind === 'otherGate' && zones.length > 0 ? '' : w.t('door.help_desk'),
        ...(zones.length > 0 ? { fact: { label: w.t('door.good_at'), big: zones.join(', '), lines: [] } } : {}),
      }
    }
    case 'outsideOfValidityPeriod':
      return outside(told, s, w)
    case 'orderLocked':
      return { why: w.t('door.order_locked'), todo: w.t('door.help_desk') }
    case 'soldInDemoMode':
      return { why: w.t('door.sold_in_demo'), todo: w.t('door.help_desk') }
  }
  if (told.remedy.kind === 'liveCode') return { why: w.t('door.copied_code'), todo: w.t('door.live_code') }
  if (told.remedy.kind === 'printedCode') return { why: w.t('door.typed_code'), todo: w.t('door.printed_code') }
  if (told.item !== 0) return { why: w.t('door.cancelled'), todo: w.t('door.help_desk') }
  const code = told.code
  const read = code.length > 10 ? `${code.slice(0, 4)} … ${code.slice(-4)}` : code
  const stale = !s.online && s.now / 1000 - s.listedAt > staleAfter
  return {
    why: stale ? w.t('door.not_in_list', { time: w.clock(s.listedAt * 1000) }) : w.t('door.not_ours'),
    fact: { label: w.t('door.read_as'), big: read, lines: [] },
    todo: stale ? w.t('door.bought_later', { time: w.clock(s.listedAt * 1000) }) : w.t('door.not_ours_do'),
  }
}

// causeOf is why a code was replaced; never who has the ticket now.
function causeOf(told: Told, w: Words): string {
  switch (told.cause) {
    case 'passedOn': return w.t('door.passed_on')
    case 'soldOn': return w.t('door.sold_on')
    case 'changed': return w.t('door.changed')
  }
  return ''
}

// soon is how near a beginning must be for the guest to be asked to wait, in µs.
const soon = 60 * 60e6

function outside(told: Told, s: Surroundings, w: Words): Partial<Verdict> {
  const good = s.ticket?.good
  const from = good?.from ?? told.remedy.at, to = good?.to ?? null
  const when = from && to ? w.t('door.good_between', { from: w.moment(from, s.now), to: w.moment(to, from) })
    : from ? w.t('door.good_from', { from: w.moment(from, s.now) }) : to ? w.t('door.good_until', { to: w.moment(to, s.now) }) : ''
  const at = told.remedy.kind === 'comeLater' ? told.remedy.at : null
  return {
    why: w.t('door.when_not'), todo: at ? w.t('door.come_at', { time: w.moment(at, s.now) }) : join(w.t('door.over_now'), w.t('door.help_desk')),
    ...(when ? { fact: { big: w.t('door.good', { when }), lines: [] } } : {}),
    ...(at && at - s.now < soon ? { family: 'ask' as const, shape: 'hourglass' as const, word: w.t('door.wait'), again: true } : {}),
  }
}

function closed(s: Surroundings, w: Words): Partial<Verdict> {
  const { opening, closing } = zoneOf(s).rules
  if (opening && opening > s.now) {
    return {
      family: 'ask', shape: 'hourglass', word: w.t('door.wait'), why: w.t('door.opens', { time: w.moment(opening, s.now) }), again: true,
      fact: { big: w.stay(s.now, opening), lines: [] },
    }
  }
  return { why: closing ? w.t('door.closed_at', { time: w.moment(closing, s.now) }) : w.t('door.closed'), todo: w.t('door.help_desk') }
}

function cameIn(told: Told, s: Surroundings, w: Words): Fact {
  const at = told.last!.at
  return { label: w.t('door.came_in', { ago: w.ago(at, s.now) }), big: w.clock(at), lines: lastLines(told, w) }
}

function lastLines(told: Told, w: Words): string[] {
  const { gate, by } = told.last!
  return [gate, by && w.t('door.scanned_by', { name: by })].filter(Boolean)
}

function limits(s: Surroundings, w: Words): string {
  const { minAge: min, maxAge: max } = zoneOf(s).rules
  if (min != null && max != null) return w.t('door.age_limit_between', { min, max })
  return min != null ? w.t('door.age_limit_min', { min }) : w.t('door.age_limit_max', { max: max ?? 0 })
}

const zoneOf = (s: Surroundings) => s.home.zones.find((z) => z.id === s.zone)!

// spoken is what a screen reader says.
export function spoken(v: Verdict): string {
  return [v.word, v.why, v.about, v.fact?.label, v.fact?.big, ...(v.fact?.lines ?? []), v.todo].filter(Boolean).join('. ')
}
