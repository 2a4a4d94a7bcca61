// Leases: which phone alone lets in which tickets, while the phones of a zone cannot hear of
// each other. The program of the rules takes them apart; app/ticketcode tells how.
import { verify, type Key } from './codes'
import type { Ticket } from './list'
import type { Micros, Rules } from './rules'

// Parts are 32 parts of tickets in each number.
export interface Parts {
  low: number
  high: number
}

// Share names tickets: of some parts, and of some sale items, all when there are none. Where
// tickets are shared by gates, those to whose seats gates lead are in the parts of the first
// of these.
export interface Share extends Parts {
  saleItems: number[]
  byGate?: boolean
  gates?: (Parts & { id: number })[]
}

// anyGate is that of a ticket to whose seat none leads, unknownGate that of one of which only
// the code is known: no share by gates has it.
export const anyGate = 0
export const unknownGate = -1

// gateOf is the gate by which a ticket is shared.
export const gateOf = (t: Pick<Ticket, 'unlisted' | 'gates'>): number => (t.unlisted ? unknownGate : (t.gates?.[0] ?? anyGate))

// ZoneLeases is what the server says about the leases of a zone.
export interface ZoneLeases {
  epoch: number
  text: string // of the phone's own, empty: none that counts
  serial: number // of the phone's own, also once it is asked back
  others: (Share & { gate: string })[]
}

export interface Lease extends Share {
  zone: number
  device: number
  serial: number
  until: Micros
}

// Held is what a phone knows of the leases of a zone. A lease is of use once the list was
// read after it came: nobody else has let its tickets in since.
export interface Held {
  epoch: number
  lease: Lease | null
  usable: boolean
  dropped: number
  heard: string // what the server was told last
}

// partOf is the part of the tickets of an order.
export const partOf = (order: number): number => Math.imul(order >>> 0, 0x9e3779b1) >>> 26

// partsAt are the parts that are in the share, of the tickets of a gate.
function partsAt(s: Share, gate: number): Parts {
  if (!s.byGate || gate === anyGate) return s
  return s.gates?.find((g) => g.id === gate) ?? { low: 0, high: 0 }
}

export function has(s: Share, order: number, saleItem: number, gate: number): boolean {
  const part = partOf(order), { low, high } = partsAt(s, gate)
  const bit = part < 32 ? (low >>> part) & 1 : (high >>> (part - 32)) & 1
  return bit === 1 && (s.saleItems.length === 0 || s.saleItems.includes(saleItem))
}

// openLease reads a lease that the box office signed for this phone; null: it is none.
export async function openLease(text: string, rules: Rules, keys: Key[], zone: number, device: number): Promise<Lease | null> {
  const read = text ? rules.lease(text) : null
  const key = read && keys.find((k) => k.id === read.key)
  if (!read || !key || read.zone !== zone || read.device !== device) return null
  // A browser that cannot check signatures got the text from the box office itself.
  return (await verify(key, read)) === false ? null : read
}

// take is what a phone knows after the server said how it stands.
export async function take(was: Held | undefined, said: ZoneLeases, open: (text: string) => Promise<Lease | null>): Promise<Held> {
  const lease = await open(said.text)
  const same = lease !== null && was?.lease?.serial === lease.serial
  const dropped = lease ? (was?.dropped ?? 0) : Math.max(was?.dropped ?? 0, said.serial)
  return { epoch: said.epoch, lease, usable: same && was.usable, dropped, heard: was?.heard ?? '' }
}

// mayAlone tells whether the phone may decide by itself about a ticket.
export function mayAlone(h: Held | undefined, order: number, saleItem: number, gate: number, now: Micros): boolean {
  if (!h) return true // nothing was shared out
  return h.lease !== null && h.usable && now < h.lease.until && has(h.lease, order, saleItem, gate)
}
