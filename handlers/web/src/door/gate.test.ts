// A gate with and without a network, with a server that is written here.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { Locked, Offline, Refused, type Server } from './api'
import { batch, Gate, type Difference, type Notices } from './gate'
import { canonical, clean } from './list'
import { guestKind, rotatingForm, Rules, signedForm } from './rules'
import { digitsAt, stepAt } from '../page/rotating'
import { Eye, outOfView, Wedge } from './eye'
import { has } from './lease'
import type { Vault } from './vault'
import { frozen, gone, ofDemo, sold, voided, type Found, type Home, type Line, type Page, type ScanAsk, type Told, type Uploaded, type UploadRow } from './wire'

const rules = await Rules.load(new Uint8Array(brotliDecompressSync(readFileSync(path.join(process.env['MARQUEE_WEB']!, 'dist/rules.wasm.br')))))
const noon = Date.UTC(2027, 5, 1, 12)

// Memory is a vault that keeps what it is given as the disk would: as text.
class Memory {
  readonly parts: Record<string, Map<IDBValidKey, string>> = { pages: new Map(), meta: new Map(), queue: new Map() }
  wiped = false
  put(part: string, at: IDBValidKey, value: unknown) { this.parts[part]!.set(at, JSON.stringify(value)); return Promise.resolve() }
  get(part: string, at: IDBValidKey) { const v = this.parts[part]!.get(at); return Promise.resolve(v === undefined ? undefined : JSON.parse(v)) }
  queue(at: IDBValidKey, value: unknown) { return this.put('queue', at, value) }
  keys(part: string) { return Promise.resolve([...this.parts[part]!.keys()].sort((a, b) => (a < b ? -1 : 1))) }
  clear(part: string) { this.parts[part]!.clear(); return Promise.resolve() }
  remove(part: string, keys: IDBValidKey[]) { for (const k of keys) this.parts[part]!.delete(k); return Promise.resolve() }
  wipe() {
    const empty = this.parts['queue']!.size === 0
    if (empty) for (const p of Object.values(this.parts)) p.clear()
    this.wiped ||= empty
    return Promise.resolve(empty)
  }
}

// Office is the server.
class Office implements Server {
  up = true
  locked = false
  endsAt = 0
  lines: Line[] = []
  got: UploadRow[] = []
  sizes: number[] = []
  pageSize = 3
  details: Record<string, string> = {}
  failAfter = Infinity // uploads
  mode = 'in&out'
  kind = 0 // of what is sold
  entries?: number
  precision = false
  codes: Partial<Home['codes']> = {}
  demo = false
  event = 1
  scanOut: number[] = []
  overrides = false
  told?: Partial<Told> // of a scan
  poison = ''
  deaf = false // to uploads
  forgot = false // takes nothing of the phone any longer
  private reach() { if (!this.up) throw new Offline(); if (this.locked) throw new Locked() }
  async home(): Promise<Home> {
    this.reach()
    return {
      device: { name: 'Mirko', gate: 'Bahnhof', overrides: this.overrides, endsAt: this.endsAt },
      event: { id: this.event, name: 'Night', start: noon * 1000, end: (noon + 36e5) * 1000, timezone: 'Europe/Berlin' },
      zones: [{ id: 7, name: 'Entry', bound: true, hidden: false, attendance: 10, present: 10, scanOut: this.scanOut, rules: { mode: this.mode, entry: true, precision: this.precision, saleItems: [], ...(this.entries ? { scansInMax: this.entries } : {}) } }],
      demo: this.demo, day: 20270601, now: noon * 1000, codes: { keys: [], ...this.codes },
    }
  }
  async list(q: { cursor?: string; since?: number }): Promise<Page> {
    this.reach()
    const from = Number(q.cursor ?? 0)
    const tickets = q.since === undefined ? this.lines.slice(from, from + this.pageSize) : []
    const next = from + this.pageSize
    return {
      goods: [{ saleItem: 10, kind: this.kind, name: 'Weekend', from: null, to: null, grace: 0 }], moves: [], tickets,
      end: 1, cursor: q.since === undefined && next < this.lines.length ? String(next) : '', total: this.lines.length,
    }
  }
  async scan(_ask: ScanAsk): Promise<Told> {
    this.reach()
    if (!this.told) throw new Offline()
    return this.told as Told
  }
  async upload(_uuid: string, rows: UploadRow[]): Promise<Uploaded> {
    if (!this.up || this.deaf) throw new Offline()
    if (this.forgot) throw new Locked()
    if (rows.some((r) => r.code === this.poison)) throw new Refused(422, 'is not valid', {})
    if (this.sizes.length >= this.failAfter) throw new Offline()
    this.sizes.push(rows.length)
    for (const r of rows) if (!this.got.some((g) => g.uuid === r.uuid)) this.got.push(r)
    if (this.locked) return { rows: [], over: [] }
    return { rows: rows.map((r) => ({ uuid: r.uuid, status: 'scanned', detail: this.details[r.code] ?? '' })), over: [] }
  }
  async search(): Promise<Found[]> { return [] }
}

function notices() {
  const seen = { online: [] as boolean[], locked: 0, sent: 0, differences: [] as Difference[], rejected: [] as string[], progress: 0 }
  const n: Notices = {
    online: (yes) => seen.online.push(yes), waiting: () => {}, progress: () => { seen.progress++ }, zones: () => {},
    sent: (k) => { seen.sent += k }, rejected: (rows) => { seen.rejected = rows.map((r) => r.code) }, differences: (all) => { seen.differences = all }, locked: () => { seen.locked++ },
  }
  return { n, seen }
}

let drawn = 0
async function phone(office: Office, vault = new Memory()) {
  const { n, seen } = notices()
  const gate = new Gate(office, vault as unknown as Vault, rules, n, { now: () => noon }, () => `uuid-${++drawn}`)
  const kept = await gate.open()
  await gate.sync()
  return { gate, vault, seen, kept }
}

const line = (i: number, more: Partial<Line> = {}): Line => ({ id: i, code: `CODE${i}`, good: 0, flags: sold, name: `Zoé Lefèvre ${i}`, order: `R${i % 2}`, ...more })
const inside = { codes: ['CODE1'], zone: 7, direction: 'in' }

test('a phone loads its list page by page, and decides without a network', async () => {
  const office = new Office()
  office.lines = Array.from({ length: 10 }, (_, i) => line(i))
  const { gate, seen } = await phone(office)
  assert.equal(gate.list.size, 10)
  assert.equal(seen.progress, 4)
  office.up = false
  assert.equal((await gate.scan(inside)).status, 'valid')
  const again = await gate.scan({ ...inside, codes: ['code-1'] }) // typed
  assert.equal(again.status, 'alreadyIn')
  assert.deepEqual(again.last, { at: noon * 1000, out: false, gate: 'Bahnhof', by: 'Mirko' })
  assert.equal((await gate.scan({ ...inside, direction: 'out' })).status, 'valid')
  assert.equal((await gate.scan({ ...inside, codes: ['NOTOURS'] })).status, 'denied')
  assert.equal(gate.zone(7)?.attendance, 10) // one in, one out
})

test('what was sold in demo mode lets in while the company is in demo mode alone, and nothing else notices', async () => {
  for (const demo of [false, true]) {
    const office = Object.assign(new Office(), { demo, lines: [line(1, { flags: sold | ofDemo }), line(2)] })
    const { gate } = await phone(office)
    office.up = false
    const told = await gate.scan(inside)
    assert.deepEqual([told.status, told.detail], demo ? ['valid', ''] : ['denied', 'soldInDemoMode'])
    assert.equal((await gate.scan({ ...inside, codes: ['CODE2'] })).status, 'valid')
  }
})

test('digits that let somebody in online are good for nothing offline', async () => {
  const office = new Office()
  office.mode = 'in'
  office.entries = 3
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', shown = `CODE1.${await digitsAt(secret, stepAt(noon))}`
  office.lines = [line(1, { form: rotatingForm, secret })]
  office.told = { status: 'valid', out: false, code: 'CODE1', attendance: 11, present: 11 }
  const { gate } = await phone(office)
  assert.equal((await gate.scan({ ...inside, codes: [shown] })).status, 'valid')
  office.up = false
  assert.equal((await gate.scan({ ...inside, codes: [shown] })).status, 'denied')
  const next = `CODE1.${await digitsAt(secret, stepAt(noon) + 1)}`
  assert.equal((await gate.scan({ ...inside, codes: [next] })).status, 'valid')
})

test('what hangs on a ticket can be chosen without a network, however its code has to be shown', async () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', digits = await digitsAt(secret, stepAt(noon))
  const forms = {
    rotating: { more: { form: rotatingForm, secret }, codes: {}, shown: `CODE1.${digits}` },
    signed: { more: { tag: '04AA', form: signedForm }, codes: { signedOnly: true }, shown: '04AA' },
  }
  for (const [name, { more, codes, shown }] of Object.entries(forms)) {
    const office = Object.assign(new Office(), { precision: true, codes, lines: [line(1, more), line(3, { ...more, tag: '', parent: 1 }), line(5, { ...more, tag: '', parent: 1, flags: sold | frozen })] })
    const { gate } = await phone(office)
    const show = () => gate.scan({ ...inside, codes: [shown === '04AA' ? 'CODE1' : shown], ...(shown === '04AA' ? { tag: shown } : {}) })
    const choose = (...chosen: string[]) => gate.scan({ ...inside, codes: chosen, confirmed: true })
    office.up = false
    const told = await show()
    assert.deepEqual([told.status, told.choices.map((c) => c.item)], ['requiresConfirmation', [1, 3]], name)
    await gate.scan({ ...inside, codes: ['NOTOURS'] })
    assert.equal((await choose('CODE3')).status, 'denied', 'typed, and nobody showed the ticket')
    const again = await show()
    office.up = true
    office.told = { status: 'denied', code: 'CODE3', attendance: 10, present: 10 } // it has not seen the ticket
    await gate.sync()
    assert.equal((await choose(...again.choices.map((c) => c.code))).status, 'valid', name)
    await gate.sync()
    assert.deepEqual(office.got.filter((r) => !r.refused).map((r) => r.code.slice(0, 5)), ['CODE1', 'CODE3'])
  }
})

test('who is inside brings those of the order whom the rules let in, and no others', async () => {
  const office = new Office()
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', rotating = { form: rotatingForm, secret }
  office.lines = [line(1, rotating), line(3, rotating), line(5, { ...rotating, flags: sold | frozen }), line(7, rotating), line(2, rotating)]
  const { gate } = await phone(office)
  office.up = false
  const lead = () => gate.list.find('CODE1').ticket!
  const rest = { ...inside, codes: ['CODE3', 'CODE7'], with: 'CODE1', confirmed: true }
  assert.equal((await gate.scan(rest)).status, 'denied') // nobody of them is inside
  assert.equal((await gate.scan({ ...inside, codes: [`CODE1.${await digitsAt(secret, stepAt(noon))}`] })).status, 'valid')
  assert.deepEqual(await gate.rest(lead(), 7), ['CODE3', 'CODE7'])
  assert.equal((await gate.scan({ ...rest, codes: ['CODE2'] })).status, 'denied') // of another order
  assert.equal((await gate.scan(rest)).status, 'valid')
  assert.deepEqual(await gate.rest(lead(), 7), [])
  office.up = true
  await gate.sync()
  assert.deepEqual(office.got.filter((r) => !r.refused).map((r) => r.code), ['CODE1.' + await digitsAt(secret, stepAt(noon)), 'CODE3', 'CODE7'])
})

test('whom the server does not know to be inside brings those of the order all the same', async () => {
  const office = new Office()
  office.lines = [line(1), line(3)]
  const { gate } = await phone(office)
  office.up = false
  assert.equal((await gate.scan(inside)).status, 'valid')
  office.up = true
  office.scan = async (ask) => {
    if (ask.with && !office.got.some((r) => r.code === ask.with)) throw new Refused(422, '', { with: ['is not valid'] })
    return { status: 'valid', out: false, code: ask.codes[0]!, attendance: 12, present: 12 } as Told
  }
  let sent = () => {}
  const upload = office.upload.bind(office), arrived = new Promise<void>((go) => (sent = go))
  office.upload = async (uuid, rows) => { await arrived; return upload(uuid, rows) }
  const syncing = gate.sync()
  while (!gate.online) await new Promise((go) => setImmediate(go))
  assert.equal((await gate.scan({ ...inside, codes: ['CODE3'], with: 'CODE1', confirmed: true })).status, 'valid')
  sent()
  await syncing
  assert.deepEqual(office.got.map((r) => [r.code, r.refused]), [['CODE1', false], ['CODE3', false]])
})

test('a supervisor who was told that somebody is inside lets them in again, and says why', async () => {
  const office = new Office()
  office.lines = [line(1)]
  office.overrides = true
  const { gate } = await phone(office)
  office.up = false
  assert.equal((await gate.scan(inside)).status, 'valid')
  const no = await gate.scan({ ...inside, override: true, reason: 'ID was checked' }) // for another rule
  assert.deepEqual([no.status, no.remedy.override], ['alreadyIn', true])
  const yes = await gate.scan({ ...inside, override: true, inside: true, reason: 'Only stepped out' })
  assert.deepEqual([yes.status, yes.forced], ['valid', true])
  assert.equal(gate.zone(7)?.attendance, 11)
  office.up = true
  await gate.sync()
  assert.deepEqual(office.got.map((r) => [r.refused, r.forced ?? false, r.detail]), [[false, false, ''], [true, false, 'alreadyIn'], [false, true, 'Only stepped out']])

  const { gate: steward } = await phone(Object.assign(new Office(), { lines: [line(1)] }))
  assert.ok(await steward.scan(inside))
  assert.equal((await steward.scan({ ...inside, override: true, inside: true })).status, 'alreadyIn')
})

test('an old code says why it is one without a network, and nothing of who has the ticket now', async () => {
  const office = new Office()
  office.lines = [line(1, { old: ['FIRST', 'SECOND'], was: [{ at: 5, cause: '' }, { at: 7, cause: 'soldOn' }] }), line(2, { old: ['THIRD'] })]
  const { gate, vault } = await phone(office)
  office.up = false
  const told = async (g: typeof gate, code: string) => {
    const t = await g.scan({ ...inside, codes: [code] })
    return [t.detail, t.replacedAt, t.cause, t.code, t.name + t.order + t.kind]
  }
  const second = ['historicBarcode', 7, 'soldOn', 'second', '']
  assert.deepEqual(await told(gate, 'FIRST'), ['historicBarcode', 5, '', 'FIRST', ''])
  assert.deepEqual(await told(gate, 'second'), second)
  assert.deepEqual(await told(gate, 'SECOND.123456'), ['historicBarcode', 7, 'soldOn', 'SECOND.123456', ''])
  assert.deepEqual(await told(gate, 'THIRD'), ['historicBarcode', null, '', 'THIRD', ''])
  const { gate: later } = await phone(office, vault) // the tab was closed
  assert.deepEqual(await told(later, 'second'), second)
  office.up = true
  await gate.sync()
  assert.ok(office.got.every((r) => r.refused && !r.code.startsWith('CODE')))
})

test('a tag lets in its ticket without a network, whatever the form of its code', async () => {
  const office = new Office()
  office.lines = [line(1, { tag: '04AABBCC', form: rotatingForm, secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })]
  const { gate } = await phone(office)
  office.up = false
  const shown = { zone: 7, direction: 'in' }
  assert.equal((await gate.scan({ ...shown, codes: ['04AABBCC'] })).status, 'denied') // typed, or on a poster
  assert.equal((await gate.scan({ ...shown, codes: ['04DD'], tag: '04DD' })).status, 'denied')
  assert.equal((await gate.scan({ ...shown, codes: ['CODE1'], tag: '04AABBCC' })).status, 'valid')
  assert.equal((await gate.scan({ ...shown, codes: ['CODE1'], tag: '04AABBCC' })).status, 'alreadyIn')
  office.up = true
  await gate.sync()
  assert.deepEqual(office.got.filter((r) => !r.refused).map((r) => r.code), ['CODE1'])
})

// A lease of the file that box offices sign alike, for a ticket of it.
interface Leased { text: string; key: string; order: number; saleItem: number; says: [zone: number, device: number, serial: number, until: number] | null; has: boolean }
const leased = readFileSync(path.join(process.env['MARQUEE_WEB']!, '../../app/ticketcode/testdata/leases.jsonl'), 'utf8').trim().split('\n')
  .map((l) => JSON.parse(l) as Leased).find((v) => v.has && v.says && v.says[2] > 0 && v.says[3] * 1000 > noon)!

// Sharing is an office where tickets are shared out.
class Sharing extends Office {
  text = leased.text
  said: { holds: number }[] = []
  override async home(): Promise<Home> {
    const home = await super.home()
    const [zone, device, serial] = leased.says!
    Object.assign(home.device, { id: device })
    Object.assign(home.zones[0]!, { id: zone, leases: { epoch: 1, text: this.text, serial, others: [{ low: 0xffffffff, high: 0xffffffff, saleItems: [], gate: 'North' }] } })
    return { ...home, codes: { keys: [{ id: 1, public: leased.key }] } }
  }
  override async list(q: { cursor?: string; since?: number }): Promise<Page> {
    const page = await super.list(q)
    return { ...page, goods: page.goods.map((g) => ({ ...g, saleItem: leased.saleItem })) }
  }
  heard(said: { holds: number }) {
    this.said.push(said)
    return Promise.resolve(null)
  }
}

test('a phone alone lets in the tickets of its lease, and names the gate of the others', async () => {
  const office = new Sharing(), [zone] = leased.says!
  const part = rules.lease(leased.text)!
  let other = 1
  while (has(part, other, leased.saleItem, 0)) other++
  office.lines = [line(1, { bought: leased.order }), line(2, { bought: other }), line(3, { bought: leased.order }), line(4, { bought: leased.order })]
  const at = { zone, direction: 'in' }
  const { gate } = await phone(office)
  assert.equal(office.said.length, 1) // once the list was read
  office.up = false
  assert.equal((await gate.scan({ ...at, codes: ['CODE1'] })).status, 'valid')
  const no = await gate.scan({ ...at, codes: ['CODE2'] })
  assert.deepEqual([no.status, no.detail, no.gate, no.remedy.override], ['denied', 'itemDoesNotQualify', 'North', true])

  // The lease is asked back: the phone says what it holds only when what it did is there.
  office.up = true
  office.text = ''
  office.deaf = true
  await gate.sync()
  assert.equal(office.said.length, 1)
  office.up = false
  assert.equal((await gate.scan({ ...at, codes: ['CODE3'] })).status, 'denied')
  office.up = true
  office.deaf = false
  await gate.sync()
  assert.deepEqual(office.said.map((s) => s.holds), [leased.says![2], 0])
})

test('a party is those on one list under one name', async () => {
  const office = new Office()
  office.kind = guestKind
  office.lines = [1, 3, 5].map((i) => line(i, { name: 'Zoé Lefèvre' })).concat(line(7, { name: 'Ada' }))
  const { gate } = await phone(office)
  assert.deepEqual(await gate.rest(gate.list.find('CODE1').ticket!, 7), ['CODE3', 'CODE5'])
})

test('nothing is lost: neither by a closed tab, nor by a server that dies in the middle', async () => {
  const office = new Office()
  office.lines = Array.from({ length: 200 }, (_, i) => line(i))
  office.pageSize = 1000
  const { gate, vault } = await phone(office)
  office.up = false
  for (let i = 0; i < 120; i++) await gate.scan({ ...inside, codes: [`CODE${i}`] })
  assert.equal(gate.waiting, 120)

  const closed = await phone(office, vault) // the tab was closed, and is opened without a network
  assert.ok(closed.kept)
  assert.equal(closed.gate.waiting, 120)
  assert.equal((await closed.gate.scan({ ...inside, codes: ['CODE5'] })).status, 'alreadyIn') // it knows

  office.up = true
  office.failAfter = 1
  await closed.gate.sync() // dies after the first batch
  assert.equal(closed.gate.waiting, 121 - batch)
  office.failAfter = Infinity
  await closed.gate.sync()
  assert.equal(closed.gate.waiting, 0)
  assert.equal(office.got.filter((r) => !r.refused).length, 120)
  assert.deepEqual(office.got.slice(0, 120).map((r) => r.code), Array.from({ length: 120 }, (_, i) => `CODE${i}`)) // in order
  assert.ok(Math.max(...office.sizes) <= batch)
  assert.equal(vault.parts['queue']!.size, 0)
})

test('of whom this phone let in and has not told, the server is not asked', async () => {
  const office = new Office()
  office.lines = [line(1), line(2)]
  const { gate, vault } = await phone(office)
  office.up = false
  assert.equal((await gate.scan(inside)).status, 'valid')
  office.up = true
  office.told = { status: 'valid', out: false, code: 'CODE1', attendance: 11, present: 11 } // as far as it knows

  const opened = new Gate(office, vault as unknown as Vault, rules, notices().n, { now: () => noon }, () => `uuid-${++drawn}`)
  await opened.open() // nothing was sent yet
  assert.equal((await opened.scan(inside)).status, 'alreadyIn')
  assert.equal((await opened.scan({ ...inside, codes: ['CODE2'] })).status, 'valid') // that one it is asked

  let sent = () => {}
  const upload = office.upload.bind(office), arrived = new Promise<void>((go) => (sent = go))
  office.upload = async (uuid, rows) => { await arrived; return upload(uuid, rows) }
  const syncing = opened.sync()
  assert.equal((await opened.scan({ ...inside, codes: ['code-1'] })).status, 'alreadyIn') // on its way
  sent()
  await syncing
  assert.equal(opened.waiting, 0)
  assert.equal((await opened.scan(inside)).status, 'valid') // what the server says counts again
})

// A signed code of the file that box offices sign alike, and its ticket.
interface Signed { text: string; keys?: Record<string, string>; says: { barcode: string; event?: number; item: number; kind?: number; from?: number; to?: number } | null }
const signedCodes = readFileSync(path.join(process.env['MARQUEE_WEB']!, '../../app/ticketcode/testdata/vectors.jsonl'), 'utf8').trim().split('\n')
  .map((l) => JSON.parse(l) as Signed).filter((v) => v.keys && v.says?.event && !v.says.kind && !v.says.from && !v.says.to)
const keysOf = (...all: Signed[]) => all.flatMap((v) => Object.entries(v.keys!).map(([id, hex]) => ({ id: Number(id), public: Buffer.from(hex, 'hex').toString('base64') })))

// signedOffice is of the event of the first of them.
function signedOffice(n: number) {
  const all = signedCodes.slice(0, n)
  const office = Object.assign(new Office(), { event: all[0]!.says!.event, codes: { provisional: true, keys: keysOf(...all) } })
  return { office, all, lines: all.map((v) => line(v.says!.item, { code: v.says!.barcode, form: signedForm })), shown: all.map((v) => v.text) }
}

test('a signed code is that of its ticket, whoever lets it in', async () => {
  const { office, lines, shown } = signedOffice(3)
  office.lines = lines
  const { gate, vault } = await phone(office)
  const show = (g: typeof gate, ...codes: string[]) => g.scan({ ...inside, codes }).then((told) => told.status)
  office.up = false
  assert.equal(await show(gate, shown[0]!), 'valid')
  office.up = true
  office.told = { status: 'valid', out: false, code: lines[0]!.code, attendance: 11, present: 11 } // as far as it knows
  const opened = new Gate(office, vault as unknown as Vault, rules, notices().n, { now: () => noon }, () => `uuid-${++drawn}`)
  await opened.open() // nothing was sent yet
  assert.equal(await show(opened, shown[0]!), 'alreadyIn')

  office.told = { ...office.told, code: lines[1]!.code }
  assert.equal(await show(opened, shown[1]!, shown[2]!), 'valid')
  office.up = false
  assert.equal(await show(opened, shown[1]!), 'alreadyIn')
  assert.equal(await show(opened, shown[2]!), 'alreadyIn')
})

test('a ticket that the list does not have, and that the server let in, is inside', async () => {
  const { office, lines, shown } = signedOffice(1)
  const { gate } = await phone(office)
  office.told = { status: 'valid', out: false, code: lines[0]!.code, attendance: 11, present: 11 }
  assert.equal((await gate.scan({ ...inside, codes: shown })).status, 'valid')
  office.up = false
  assert.equal((await gate.scan({ ...inside, codes: shown })).status, 'alreadyIn')
})

test('a ticket that only its signature let in is inside after the tab was closed, too', async () => {
  const { office, shown, lines } = signedOffice(1)
  const { gate, vault } = await phone(office)
  office.up = false
  const told = await gate.scan({ ...inside, codes: shown })
  assert.deepEqual([told.status, told.provisional], ['valid', true])
  const { gate: opened } = await phone(office, vault)
  assert.equal((await opened.scan({ ...inside, codes: shown })).status, 'alreadyIn')
  assert.equal(opened.zone(7)?.attendance, 11)
  office.up = true
  await opened.sync()
  assert.deepEqual(office.got.map((r) => [r.code, r.refused, r.provisional ?? false, 'ticket' in r]), [[lines[0]!.code, false, true, false], [lines[0]!.code, true, false, false]])
})

// Refunds is an office that leaves out what was refunded where it is not asked for, as lists do.
class Refunds extends Office {
  asked: { since?: number; gone?: boolean }[] = []
  override async list(q: { cursor?: string; since?: number; gone?: boolean }): Promise<Page> {
    this.asked.push(q)
    const all = this.lines
    this.lines = q.gone || q.since === 0 ? all : all.filter((l) => !(l.flags & gone))
    const { since, ...page } = q
    const got = await super.list(q.since === 0 ? page : q)
    this.lines = all
    return { ...got, end: 7 }
  }
}

test('a ticket that was refunded before the list was loaded is not taken for a new one', async () => {
  const { office: sold, lines, shown } = signedOffice(1)
  for (const [status, flags] of [['denied', [gone | voided]], ['valid', []]] as [string, number[]][]) {
    const office = Object.assign(new Refunds(), { event: sold.event, codes: sold.codes, lines: flags.map((f) => ({ ...lines[0]!, flags: f })) })
    const { gate } = await phone(office)
    assert.equal(gate.list.size, 0) // of those that stand
    office.up = false
    assert.equal((await gate.scan({ ...inside, codes: shown })).status, status)
  }
})

test('a phone of an event that takes new tickets from now on learns first what was refunded', async () => {
  const { all, lines, shown } = signedOffice(1)
  const keys = keysOf(...all)
  const office = Object.assign(new Refunds(), { event: all[0]!.says!.event, codes: { keys }, lines: [{ ...lines[0]!, flags: gone | voided }] })
  const { gate, vault } = await phone(office)
  assert.deepEqual(office.asked, [{ gone: false }])
  Object.assign(office, { codes: { keys, provisional: true } })
  const list = office.list.bind(office)
  office.list = async () => { throw new Offline() } // the network is gone in the middle
  await gate.sync()
  assert.equal((await gate.scan({ ...inside, codes: shown })).status, 'denied')
  office.list = list
  const { gate: opened } = await phone(office, vault)
  assert.deepEqual(office.asked.slice(1), [{ since: 0 }])
  await opened.sync()
  assert.deepEqual(office.asked.slice(2), [{ since: 7 }])
  assert.equal(opened.list.find(lines[0]!.code).ticket?.flags, gone | voided)
})

test('who is inside is so under a code that is newer than the list', async () => {
  const { office, shown, lines: [first] } = signedOffice(1)
  office.lines = [{ ...first!, code: 'BEFORE', zones: [[7, 1, 1, noon * 1000 - 1, 0]] }]
  const { gate } = await phone(office)
  office.up = false
  const again = await gate.scan({ ...inside, codes: [shown[0]!] })
  assert.deepEqual([again.status, again.name], ['alreadyIn', first!.name])
  assert.equal((await gate.scan({ ...inside, codes: ['BEFORE'], direction: 'out' })).status, 'valid')
  assert.equal((await gate.scan({ ...inside, codes: [shown[0]!] })).status, 'valid')
  assert.equal((await gate.scan({ ...inside, codes: ['BEFORE'] })).detail, 'historicBarcode')
  assert.equal((await gate.scan({ ...inside, codes: [shown[0]!] })).status, 'alreadyIn')
})

test('tickets that come together go up under the uuid of the scan, which the server may know', async () => {
  const office = new Office()
  office.lines = [line(1), line(2), line(3)]
  const { gate } = await phone(office)
  const asks: string[] = []
  office.scan = async (ask) => { asks.push(ask.uuid); throw new Offline() } // it let them in, and answers too late
  assert.equal((await gate.scan({ ...inside, codes: ['CODE1', 'CODE2', 'CODE3'] })).status, 'valid')
  await gate.sync()
  assert.deepEqual(office.got.map((r) => r.uuid), [asks[0], `${asks[0]}/1`, `${asks[0]}/2`])
})

test('whom the server may have let in, and the phone turned away, is brought before the server is asked again', async () => {
  const office = new Office()
  office.lines = [line(1)]
  const { gate, vault } = await phone(office)
  const asks: string[] = []
  office.scan = async (ask) => { asks.push(ask.uuid); throw new Offline() } // it let them in, and answers too late
  const late = { ...inside, codes: ['BOUGHT-LATER'] }
  assert.equal((await gate.scan(late)).status, 'denied')
  assert.equal((await gate.scan(late)).status, 'denied') // the phone takes itself for offline
  await gate.scan(inside)

  const opened = new Gate(office, vault as unknown as Vault, rules, notices().n, { now: () => noon }, () => `uuid-${++drawn}`)
  await opened.open() // the tab was closed
  let sent = () => {}
  const upload = office.upload.bind(office), arrived = new Promise<void>((go) => (sent = go))
  office.upload = async (uuid, rows) => { await arrived; return upload(uuid, rows) }
  office.scan = async (ask) => { asks.push(ask.uuid); return { status: 'valid', out: false, code: ask.codes[0]!, attendance: 12, present: 12 } as Told }
  const syncing = opened.sync()
  assert.equal((await opened.scan({ ...late, codes: ['bought later'] })).status, 'denied')
  sent()
  await syncing
  assert.deepEqual(office.got.map((r) => [r.code, r.refused, r.unheard ?? false]), [['BOUGHT-LATER', true, true], ['BOUGHT-LATER', true, false], ['CODE1', false, false], ['bought later', true, false]])
  assert.equal((await opened.scan(late)).status, 'valid')
  assert.deepEqual([asks.length, office.got[0]!.uuid], [2, asks[0]])
  assert.notEqual(asks[1], asks[0])
})

test('what the server was asked by a phone that had no list yet is brought, too', async () => {
  const office = new Office()
  let go = () => {}
  const list = office.list.bind(office), loads = new Promise<void>((done) => (go = done))
  office.list = async (q) => { await loads; return list(q) }
  const gate = new Gate(office, new Memory() as unknown as Vault, rules, notices().n, { now: () => noon }, () => `uuid-${++drawn}`)
  await gate.open()
  const syncing = gate.sync()
  while (!gate.home) await new Promise((done) => setImmediate(done))
  await assert.rejects(gate.scan(inside), Offline)
  go()
  await syncing
  await gate.sync()
  assert.deepEqual(office.got.map((r) => [r.code, r.refused, r.unheard]), [['CODE1', true, true]])
})

test('a phone whose clock is wrong knows the time without a network, too', async () => {
  const office = new Office(), vault = new Memory(), late = noon - 7 * 60_000
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  office.lines = [line(1, { form: rotatingForm, secret })]
  const opened = async () => {
    const gate = new Gate(office, vault as unknown as Vault, rules, notices().n, { now: () => late }, () => `uuid-${++drawn}`)
    await gate.open()
    await gate.sync()
    return gate
  }
  await opened()
  office.up = false
  const gate = await opened() // the tab was closed
  assert.equal(gate.now(), noon * 1000)
  assert.equal((await gate.scan({ ...inside, codes: [`CODE1.${await digitsAt(secret, stepAt(noon))}`] })).status, 'valid')
})

test('who stayed overnight is scanned out in the morning by a phone without a network, too', async () => {
  const office = new Office(), vault = new Memory(), hour = 36e5
  office.scanOut = [(noon + hour) * 1000, (noon + 25 * hour) * 1000]
  office.lines = [line(1), line(2, { zones: [[7, 1, 1, noon * 1000 - 1, 0]] }), line(3)]
  let now = noon
  const opened = async () => {
    const gate = new Gate(office, vault as unknown as Vault, rules, notices().n, { now: () => now }, () => `uuid-${++drawn}`)
    await gate.open()
    await gate.sync()
    return gate
  }
  const scan = (gate: Gate, code: string) => gate.scan({ ...inside, codes: [code] }).then((told) => told.status)
  const gate = await opened()
  office.up = false
  assert.equal(await scan(gate, 'CODE1'), 'valid')
  assert.equal(await scan(gate, 'CODE2'), 'alreadyIn')
  now = noon + 2 * hour
  assert.equal(await scan(gate, 'CODE3'), 'valid') // after the moment
  assert.equal(gate.zone(7)?.attendance, 10 + 1 - 2 + 1)
  const closed = await opened() // the tab was closed
  assert.equal(await scan(closed, 'CODE3'), 'alreadyIn')
  assert.equal(await scan(closed, 'CODE1'), 'valid')
  assert.equal(await scan(closed, 'CODE2'), 'valid')
  assert.equal(await scan(closed, 'CODE2'), 'alreadyIn')
  assert.equal(closed.zone(7)?.attendance, 12)
  now = noon + 26 * hour
  assert.equal(await scan(closed, 'CODE2'), 'valid')
})

test('what the server knows better is listed', async () => {
  const office = new Office()
  office.lines = [line(1)]
  const { gate, seen } = await phone(office)
  office.up = false
  await gate.scan(inside)
  office.up = true
  office.details = { CODE1: 'duplicate' }
  await gate.sync()
  assert.deepEqual(seen.differences, [{ code: 'CODE1', at: noon * 1000, reason: 'duplicate' }])
  assert.equal(seen.sent, 1)
})

test('a scan that the server refuses holds no other back', async () => {
  const office = new Office()
  office.lines = [line(1), line(2), line(3)]
  const { gate, vault, seen } = await phone(office)
  office.up = false
  for (const i of [1, 2, 3]) await gate.scan({ ...inside, codes: [`CODE${i}`] })
  office.up = true
  office.poison = 'CODE2'
  await gate.sync()
  assert.equal(gate.waiting, 0)
  assert.deepEqual(office.got.map((r) => r.code), ['CODE1', 'CODE3'])
  assert.deepEqual(seen.rejected, ['CODE2'])

  // It stays until somebody has looked: through a closed tab, and it is not sent again.
  const later = await phone(office, vault)
  assert.deepEqual(later.seen.rejected, ['CODE2'])
  assert.equal(later.gate.waiting, 0)
  assert.equal(await later.gate.settle(), 1) // the phone is not wiped
  await later.gate.looked()
  assert.deepEqual(later.seen.rejected, [])
  assert.deepEqual((await phone(office, vault)).seen.rejected, [])
  assert.equal(await later.gate.settle(), 0)
})

test('whatever a camera reads can be a code', () => {
  assert.equal(clean('AB\u0000C\n\u2028D'), 'AB C D')
  assert.equal(clean('\u0007'), '?')
  assert.equal(clean('x'.repeat(999)).length, 255)
})

test('a phone without a network forgets its list when its time is over', async () => {
  const office = new Office()
  office.lines = [line(1)]
  office.endsAt = (noon + 1000) * 1000
  const vault = new Memory(), { n, seen } = notices()
  let now = noon
  const gate = new Gate(office, vault as unknown as Vault, rules, n, { now: () => now }, () => `uuid-${++drawn}`)
  await gate.open()
  await gate.sync()
  office.up = false
  assert.equal((await gate.scan(inside)).status, 'valid')
  now += 2000
  await assert.rejects(gate.scan({ ...inside, codes: ['CODE1'] }), Locked)
  assert.equal(seen.locked, 1)
  assert.equal(vault.parts['pages']!.size + vault.parts['meta']!.size, 0)
  assert.equal(vault.parts['queue']!.size, 1) // what was done is not forgotten
  office.up = true
  await gate.sync()
  assert.equal(office.got.length, 1)
})

test('a locked phone is emptied, after what waited went up', async () => {
  const office = new Office()
  office.lines = [line(1)]
  const { gate, vault, seen } = await phone(office)
  office.up = false
  await gate.scan(inside)
  office.up = true
  office.locked = true
  await gate.sync()
  assert.ok(vault.wiped)
  assert.equal(seen.locked, 1)
  assert.deepEqual(office.got.map((r) => r.code), ['CODE1'])
  assert.equal(gate.home, undefined)
})

async function withScans(codes: number) {
  const office = new Office()
  office.lines = Array.from({ length: codes }, (_, i) => line(i))
  const made = await phone(office)
  office.up = false
  for (let i = 0; i < codes; i++) await made.gate.scan({ ...inside, codes: [`CODE${i}`] })
  office.up = true
  return { office, ...made }
}

test('a locked phone keeps what waits, and nothing else, until the server has it', async () => {
  const { office, gate, vault, seen } = await withScans(3)
  office.locked = office.deaf = true
  await gate.sync()
  assert.equal(seen.locked, 1)
  assert.equal(gate.home, undefined)
  assert.equal(gate.list.size, 0)
  assert.deepEqual([vault.parts['meta']!.size, vault.parts['pages']!.size, vault.parts['queue']!.size], [0, 0, 3])
  assert.ok(!vault.wiped)

  const again = await phone(office, vault) // the tab was closed
  assert.ok(!again.kept)
  assert.equal(again.gate.waiting, 3)
  office.deaf = false
  await again.gate.sync()
  assert.deepEqual(office.got.map((r) => r.code), ['CODE0', 'CODE1', 'CODE2'])
  assert.ok(vault.wiped)
})

test('a scan that the server refuses holds no other back on a locked phone', async () => {
  const { office, gate, vault } = await withScans(60)
  office.locked = true
  office.poison = 'CODE7'
  await gate.sync()
  assert.equal(office.got.length, 59)
  assert.ok(!vault.wiped) // somebody has to look at the one that was refused
  await gate.looked()
  assert.ok(vault.wiped)
})

test('a phone that the server forgot is emptied: nobody takes its scans', async () => {
  const { office, gate, vault } = await withScans(1)
  office.locked = office.forgot = true
  await gate.sync()
  assert.ok(vault.wiped)
  assert.equal(gate.waiting, 0)
})

test('leaving wipes nothing while a scan waits', async () => {
  const { office, gate, vault } = await withScans(2)
  office.up = false
  assert.equal(await gate.settle(), 2)
  assert.ok(!vault.wiped)
  assert.ok(gate.home && gate.list.size > 0) // and scans on
  assert.equal((await gate.scan({ ...inside, codes: ['CODE1'] })).status, 'alreadyIn')
  office.up = true
  assert.equal(await gate.settle(), 0)
  assert.ok(vault.wiped)
  assert.equal(office.got.length, 3)
  await gate.settle() // once more changes nothing
})

test('a new code is taken after the scans went up, and keeps the door until then', async () => {
  const { office, vault } = await withScans(2)
  office.up = false
  const { n } = notices()
  const opened = new Gate(office, vault as unknown as Vault, rules, n, { now: () => noon })
  await opened.open()
  assert.equal(await opened.deliver(), 2)
  office.up = true
  assert.equal(await opened.deliver(), 0)
  assert.equal(office.got.length, 2)
  assert.equal(vault.parts['meta']!.size, 1) // a code that opens nothing costs nothing
})

test('a phone that never was a scanner is not locked, so that a code can be typed', async () => {
  const office = new Office()
  office.locked = true
  const { gate, vault, seen } = await phone(office)
  assert.ok(!vault.wiped)
  assert.equal(seen.locked, 0)
  assert.equal(await gate.deliver(), 0) // as before a join
  office.locked = false
  await gate.sync()
  assert.ok(gate.home)
})

test('whom the server let in is inside when the tab is opened again without a network', async () => {
  const office = new Office()
  office.lines = Array.from({ length: 600 }, (_, i) => line(i))
  office.pageSize = 1000
  const { gate, vault } = await phone(office)
  const written: IDBValidKey[] = [], put = vault.put.bind(vault)
  vault.put = (part, at, value) => { if (part === 'pages') written.push(at); return put(part, at, value) }
  office.told = { status: 'valid', out: false, code: 'CODE1', attendance: 11, present: 11 }
  assert.equal((await gate.scan(inside)).status, 'valid')
  await new Promise((done) => setImmediate(done))
  assert.deepEqual(written, [0]) // the page of that ticket alone
  office.up = false
  const { gate: opened } = await phone(office, vault)
  assert.equal((await opened.scan(inside)).status, 'alreadyIn')
  assert.equal(opened.zone(7)?.attendance, 11)
})

test('a page that takes long to write does not overwrite a newer one', async () => {
  const office = new Office()
  office.lines = [line(1), line(2)]
  const { gate, vault } = await phone(office)
  let go = () => {}
  const disk = new Promise<void>((done) => (go = done)), put = vault.put.bind(vault)
  let first = true
  vault.put = async (part, at, value) => {
    const kept: unknown = JSON.parse(JSON.stringify(value))
    if (part === 'pages' && first) { first = false; await disk }
    return put(part, at, kept)
  }
  for (const code of ['CODE1', 'CODE2']) {
    office.told = { status: 'valid', out: false, code, attendance: 11, present: 11 }
    await gate.scan({ ...inside, codes: [code] })
  }
  go()
  await new Promise((done) => setImmediate(done))
  office.up = false
  const { gate: opened } = await phone(office, vault)
  for (const code of ['CODE1', 'CODE2']) assert.equal((await opened.scan({ ...inside, codes: [code] })).status, 'alreadyIn')
})

test('a crash that forgets the state of the phone overwrites no scan', async () => {
  const office = new Office()
  office.lines = [line(1), line(2)]
  const { gate, vault } = await phone(office)
  const meta = new Map(vault.parts['meta'])
  office.up = false
  await gate.scan(inside)
  vault.parts['meta'] = meta // what was not on the disk yet
  const again = await phone(office, vault)
  await again.gate.scan({ ...inside, codes: ['CODE2'] })
  assert.equal(vault.parts['queue']!.size, 2)
  office.up = true
  await again.gate.sync()
  assert.deepEqual(office.got.map((r) => r.code).sort(), ['CODE1', 'CODE2'])
})

test('two tabs overwrite no scan of each other, and the one that leaves brings both', async () => {
  const office = new Office()
  office.lines = [line(1), line(2)]
  const one = await phone(office)
  const two = await phone(office, one.vault)
  office.up = false
  await one.gate.scan(inside)
  await two.gate.scan({ ...inside, codes: ['CODE2'] })
  assert.equal(one.vault.parts['queue']!.size, 2)
  office.up = true
  assert.equal(await two.gate.settle(), 0)
  assert.deepEqual(office.got.map((r) => r.code).sort(), ['CODE1', 'CODE2'])
})

test('codes printed elsewhere are found in any case, alone as at the box office', async () => {
  const office = new Office()
  office.lines = [line(1, { code: 'bd45y2vte2k7cd7a' }), line(2, { code: 'Twin-1' }), line(3, { code: 'twin-1' }), line(4, { code: 'MIXED' }), line(5, { code: 'mixed' })]
  const { gate } = await phone(office)
  office.up = false
  const found = (code: string) => gate.list.find(code).ticket?.id
  for (const code of ['bd45y2vte2k7cd7a', 'BD45Y2VTE2K7CD7A', 'Bd45 y2vt-e2k7 cd7a']) assert.equal(found(code), 1, code)
  assert.deepEqual(['Twin-1', 'twin-1', 'TWIN-1', 'twin1'].map(found), [2, 3, undefined, undefined]) // nobody knows which is meant
  assert.deepEqual(['MIXED', 'mixed', 'Mixed'].map(found), [4, 5, undefined])
  assert.deepEqual(gate.list.search('BD45', 5).map((t) => t.id), [1])
  assert.equal((await gate.scan({ ...inside, codes: ['BD45Y2VTE2K7CD7A'] })).status, 'valid')
  assert.equal((await gate.scan({ ...inside, codes: ['bd45y2vte2k7cd7a'] })).status, 'alreadyIn')
  gate.list.put({ ...gate.list.byID(1)!, code: 'NEW1' })
  assert.deepEqual(['BD45Y2VTE2K7CD7A', 'new1'].map(found), [undefined, 1])
})

test('names are found however they are written', async () => {
  const office = new Office()
  office.lines = [line(1), line(2, { name: 'Jürgen Groß', order: 'QX77' })]
  const { gate } = await phone(office)
  for (const text of ['jurgen', 'GROSS', 'Groß jür', 'qx7', 'x77', 'code2', 'ODE2', 'co-de 2', 'roß', 'urge ro']) assert.deepEqual(gate.list.search(text, 5).map((t) => t.id), [2], text)
  assert.deepEqual(gate.list.search('  ', 5), [])
  assert.deepEqual(gate.list.search('grossj', 5), [])
  gate.list.put({ ...gate.list.byID(2)!, name: 'Zoëlle' })
  assert.deepEqual(['groß', 'zoel'].map((text) => gate.list.search(text, 5).length), [0, 1])
  assert.equal(canonical(' ab‐cd – 12'), 'ABCD12')
})

test('a code in view is asked once, until it was away', () => {
  const eye = new Eye()
  assert.deepEqual(eye.fresh(['A'], 0), ['A'])
  assert.deepEqual(eye.fresh(['A'], 50), ['A']) // nobody asked yet
  eye.asked(['A'], 50)
  assert.deepEqual(eye.fresh(['A'], 100), [])
  assert.deepEqual(eye.fresh([], 200), [])
  assert.deepEqual(eye.fresh(['A', 'B'], 900), ['B'])
  eye.asked(['B'], 900)
  assert.deepEqual(eye.fresh([], 900 + outOfView), [])
  assert.deepEqual(eye.fresh(['A'], 900 + outOfView), ['A'])
})

test('a reader types quickly and ends with Enter; a person does not', () => {
  const wedge = new Wedge()
  let now = 0
  const type = (text: string, pause: number) => [...text].map((c) => wedge.key(c, (now += pause)))
  type('AB12CD', 10)
  assert.equal(wedge.key('Enter', now + 10), 'AB12CD')
  type('AB12CD', 300)
  assert.equal(wedge.key('Enter', now + 10), undefined)
})
