// The codes on tickets that a phone checks without a network: signed ones and rotating
// ones, as app/ticketcode tells. The program of the rules takes them apart; what is
// cryptography is the browser's.
import { digitsAt, stepAt } from '../page/rotating'
import { type List, type Ticket } from './list'
import { plainForm, rotatingForm, signedCode, signedForm, staleCode, ticketCode, unknownCode, type Micros, type Rules, type SignedParts } from './rules'
import { ofDemo, sold, type Former, type Good } from './wire'

export interface Key {
  id: number
  public: string // base64
}

// Read is what a code led to.
export interface Read {
  kind: number
  ticket: Ticket | null
  shown: number
  step: number
  was?: Former // of a code that was replaced
}

const tolerance = 1

// readCode follows a code in any form to its ticket. A signature counts for a ticket that
// the list does not have, too.
export async function readCode(text: string, list: List, rules: Rules, keys: Key[], event: number, now: Micros): Promise<Read> {
  const plain = list.find(text)
  if (plain.kind !== unknownCode) return { ...plain, shown: plainForm, step: 0 }
  const parts = text.startsWith('S:') ? rules.signed(text) : null
  if (parts) return readSigned(parts, list, keys, event)
  const split = /^(.+)\.([0-9]{6})$/s.exec(text)
  return split ? readRotating(split[1]!, split[2]!, list, now) : { ...plain, shown: plainForm, step: 0 }
}

// readTag follows a tag, which counts as the hardest to copy.
export function readTag(tag: string, list: List): Read {
  const ticket = list.wearing(tag)
  return { kind: ticket ? ticketCode : unknownCode, ticket, shown: rotatingForm, step: 0 }
}

async function readSigned(parts: SignedParts, list: List, keys: Key[], event: number): Promise<Read> {
  const unknown = { kind: unknownCode, ticket: null, shown: plainForm, step: 0 }
  const key = keys.find((k) => k.id === parts.key)
  const good = key ? await verify(key, parts) : false
  if (good === false) return unknown
  const known = list.find(parts.barcode)
  // A browser that cannot check signatures still finds the barcode, which nobody can guess.
  const shown = good ? signedForm : plainForm
  if (known.kind === ticketCode && known.ticket?.id !== parts.item) return unknown
  if (known.kind !== unknownCode) return { ...known, shown, step: 0 }
  const goods = parts.event === event ? ownGood(parts) : list.season(parts.saleItem)
  if (!good || !goods) return unknown
  return { kind: signedCode, ticket: reissued(list.byID(parts.item), parts) ?? unlisted(parts, goods), shown, step: 0 }
}

async function readRotating(barcode: string, digits: string, list: List, now: Micros): Promise<Read> {
  const known = list.find(barcode), { kind, ticket } = known
  if (kind !== ticketCode || !ticket) return { ...known, shown: plainForm, step: 0 }
  const step = ticket.secret ? await stepOf(ticket.secret, digits, now) : null
  return { kind: step === null ? staleCode : ticketCode, ticket, shown: rotatingForm, step: step ?? 0 }
}

// reissued is a ticket of the list with a code that is newer than the list: whatever else is
// known of it stands, where it is too.
function reissued(t: Ticket | undefined, p: SignedParts): Ticket | undefined {
  return t && { ...t, code: p.barcode, old: [...t.old, t.code], form: signedForm, unlisted: true }
}

// ownGood is what a code says of itself. A season ticket says the window of the event that it was
// sold for: at the others of its run the list knows it, where it has another ticket of its kind.
const ownGood = (p: SignedParts): Good => ({ saleItem: p.saleItem, kind: p.kind, name: '', from: p.from, to: p.to, grace: 0 })

// unlisted is a ticket of which only its code is known.
function unlisted(p: SignedParts, good: Good): Ticket {
  return {
    id: p.item, parent: 0, bought: p.order, code: p.barcode, tag: '', old: [], flags: p.demo ? sold | ofDemo : sold, name: '', order: '', born: null, zones: [], last: null,
    form: signedForm, secret: '', step: 0, unlisted: true, good,
  }
}

const imported = new Map<string, Promise<CryptoKey | null>>()

// verify checks a signature; null: this browser cannot.
export async function verify(key: Key, parts: Pick<SignedParts, 'message' | 'signature'>): Promise<boolean | null> {
  let ready = imported.get(key.public)
  if (!ready) {
    ready = crypto.subtle.importKey('raw', bytes(atob(key.public)), 'Ed25519', false, ['verify']).catch(() => null)
    imported.set(key.public, ready)
  }
  const public_ = await ready
  return public_ && crypto.subtle.verify('Ed25519', public_, parts.signature, parts.message)
}

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))

// stepOf tells in which step digits are those of a secret: that of the moment, or one beside
// it. null: in none.
export async function stepOf(secret: string, digits: string, now: Micros): Promise<number | null> {
  const at = stepAt(now / 1000)
  let found: number | null = null
  for (let step = at - tolerance; step <= at + tolerance; step++) if ((await digitsAt(secret, step)) === digits) found = step
  return found
}

// plainOf is a code without the digits of a rotating one.
export const plainOf = (code: string) => code.replace(/\.[0-9]{6}$/, '')
