// What the server says to phones, as handlers/web/door writes it.
import type { Key } from './codes'
import type { ZoneLeases } from './lease'
import type { Codes, Micros, Remedy, Zone } from './rules'

export interface Home {
  device: { id: number; name: string; gate: string; overrides: boolean; endsAt: Micros }
  event: { id: number; name: string; start: Micros; end: Micros; timezone: string }
  zones: ZoneHome[]
  gates?: PlanGate[] // on the plan of the event
  demo?: boolean // the company is in demo mode
  day: number
  now: Micros
  codes: Codes & { keys: Key[] }
}

export interface PlanGate {
  id: number
  name: string
}

export interface ZoneHome {
  id: number
  name: string
  bound: boolean
  hidden: boolean
  attendance: number
  present: number
  scanOut?: Micros[] // still to come: everybody inside is scanned out then
  rules: Zone
  leases?: ZoneLeases | null // null: its tickets are not shared out
}

// Page is a part of the list. What many tickets share stands once: goods and moves.
export interface Page {
  goods: Good[]
  moves: { gate: string; by: string }[]
  tickets: Line[]
  end: Micros
  cursor: string
  total: number
}

export interface Good {
  saleItem: number
  kind: number
  name: string
  from: Micros | null
  to: Micros | null
  grace: number
}

export interface Line {
  id: number
  parent?: number
  code: string
  tag?: string
  form?: number
  secret?: string
  step?: number
  old?: string[]
  was?: Former[] // how each of those was replaced
  gates?: number[] // of the plan, that lead to its seat
  good: number
  flags: number
  name?: string
  order: string
  bought?: number // the id of the order
  born?: number
  zones?: [zone: number, inside: number, entries: number, lastIn: Micros, lastOut: Micros][]
  last?: [at: Micros, out: number, move: number]
}

// Former is when a code was replaced, and why.
export interface Former {
  at: Micros
  cause: string
}

// The flags of a line.
export const gone = 1, sold = 2, frozen = 4, voided = 8, undecided = 16, barred = 32, ofDemo = 64

export interface Move {
  at: Micros
  out: boolean
  gate: string
  by: string
}

export interface ScanAsk {
  uuid: string
  codes: string[]
  zone: number
  gate?: number // of the plan, where the phone stands
  direction: string
  with?: string // the code of the ticket that brings them
  tag?: string // that the guest wears, in place of codes
  confirmed?: boolean
  override?: boolean
  inside?: boolean // lets in who is inside already, of whom the supervisor was told
  reason?: string
}

// Told is the verdict on a scan, by the server or by the phone itself.
export interface Told {
  status: string
  detail: string
  out: boolean
  forced: boolean
  code: string
  item: number
  kind: string
  name: string
  order: string
  entries: number
  maxEntries: number | null
  attendance: number
  present: number
  capacity: number | null
  last: Move | null
  entered: Move[] // newest first, where they used the ticket up
  replacedAt: Micros | null
  cause: string // why it was replaced
  choices: Choice[]
  remedy: Remedy
  gate?: string // that alone lets the ticket in
  provisional?: boolean // by the phone alone, which knew nothing but the signature
}

export interface Choice {
  code: string // that the gate takes of it
  name: string
  item: number
}

export interface UploadRow {
  uuid: string
  code: string
  zone: number
  gate?: number // of the plan, where the phone stood
  at: Micros
  out: boolean
  refused: boolean
  detail: string
  // forced: a supervisor let the ticket in against a rule, for the reason in detail.
  forced?: boolean
  // provisional: the phone knew no such ticket, and went by its signature.
  provisional?: boolean
  // unheard: the server was asked, may have let the ticket in, and the phone never heard of it.
  unheard?: boolean
}

export interface Uploaded {
  rows: { uuid: string; status: string; detail: string }[]
  over: { zone: number; capacity: number; attendance: number }[]
}

export interface Found {
  code: string
  name: string
  order: string
  more?: number // guests of the same party
}
