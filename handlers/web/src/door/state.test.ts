import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Offline, Refused, type Closed } from './api'
import { guestKind } from './rules'
import { Scanner } from './state'
import { readTags } from './tag'
import type { Told } from './wire'

// What a browser has and node does not.
const kept = new Map<string, string>(), tab = new Map<string, string>()
Object.assign(globalThis, {
  sessionStorage: { getItem: (k: string) => tab.get(k) ?? null, setItem: (k: string, v: string) => tab.set(k, v), removeItem: (k: string) => tab.delete(k) },
  localStorage: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => kept.set(k, v) },
  document: { documentElement: { lang: 'en' }, hidden: false },
  window: globalThis,
})

const zone = { id: 7, name: 'Entry', bound: true, hidden: false, attendance: 0, present: 0, rules: { mode: 'in&out', entry: true, saleItems: [] } }
const home = { device: { name: 'Mirko', gate: '', overrides: false, endsAt: 0 }, event: { id: 1, name: 'Night', start: 0, end: 0, timezone: 'UTC' }, zones: [zone], day: 1, now: 0 }

const ticket = (code: string) => ({ code, name: '', zones: [], good: { name: '', kind: code.startsWith('TG') ? guestKind : 0 } })

// scanner is one that is ready, over a gate that answers as told.
function scanner(answer: () => Partial<Told>) {
  const asked: string[][] = []
  const s = new Scanner({ rules: '', reader: '' })
  const gate = {
    home, online: true, loaded: true, listedAt: 0, waiting: 0, left: 0, now: () => Date.now() * 1000,
    list: { wearing: () => ticket('TG9'), find: (code: string) => ({ ticket: code.startsWith('T') ? ticket(code) : null }), together: (t: unknown) => [t], addOns: () => [] },
    rest: async (): Promise<string[]> => [],
    scan: async (want: { codes: string[] }) => {
      asked.push(want.codes)
      return { status: 'valid', detail: '', out: false, code: want.codes[0], choices: [], name: '', kind: '', order: '', last: null, entered: [], remedy: { override: false }, ...answer() } as unknown as Told
    },
    sync: async () => undefined, settle: async () => gate.left, deliver: async () => gate.left, looked: async () => { gate.left = 0 },
  }
  Object.assign(s, { gate })
  s.home.value = home as never
  s.zoneID.value = 7
  s.screen.value = 'ready'
  s.setSignals('none')
  return { s, asked, gate }
}

// settled waits until everything that was begun is done: the gate answers at once.
const settled = () => new Promise((done) => setImmediate(done))

test('a guest who is let in makes way for the next one', async () => {
  const { s, asked } = scanner(() => ({}))
  await s.scan('ONE')
  assert.equal(s.verdict.value?.family, 'ok')
  await s.scan('ONE') // the same ticket is still in front of the camera
  await s.scan('TWO')
  assert.deepEqual(asked, [['ONE'], ['TWO']])
  s.next()
})

test('tickets in view together are let in together, and a poster beside them is left alone', async () => {
  const { s, asked } = scanner(() => ({}))
  s.saw(['T1', 'https://poster.example.com', 'T2'])
  await settled()
  s.saw(['T1', 'https://poster.example.com', 'T2'])
  await settled()
  assert.deepEqual(asked, [['T1', 'T2']])
  await s.scan('T2') // once more, by hand
  assert.deepEqual(asked, [['T1', 'T2']])
  s.saw(['https://other.example.com'])
  await settled()
  assert.equal(asked.length, 2)
  s.next()
})

test('where tickets are confirmed one by one, they are asked about one by one', async () => {
  const { s, asked } = scanner(() => ({}))
  s.home.value = { ...home, zones: [{ ...zone, rules: { ...zone.rules, precision: true } }] } as never
  s.saw(['T1', 'T2'])
  await settled()
  s.saw(['T1', 'T2'])
  await settled()
  assert.deepEqual(asked, [['T1'], ['T2']])
  s.next()
})

test('who comes into view during a stop has their turn after it', async () => {
  const { s, asked } = scanner(() => ({ status: 'denied' }))
  s.saw(['T1'])
  await settled()
  s.saw(['T1', 'T2'])
  await settled()
  assert.deepEqual(asked, [['T1']])
  s.next()
  s.saw(['T1', 'T2'])
  await settled()
  assert.deepEqual(asked, [['T1'], ['T2']])
})

test('a party is let in by how many stand there, and stays on the screen until they are', async () => {
  const { s, asked, gate } = scanner(() => ({}))
  gate.rest = async () => ['TG2', 'TG3', 'TG4']
  await s.scan('TG1')
  assert.deepEqual(s.verdict.value?.rest, ['TG2', 'TG3', 'TG4'])
  assert.ok(s.kept.value)
  gate.rest = async () => []
  s.bring(['TG2', 'TG3'])
  await settled()
  assert.deepEqual(asked, [['TG1'], ['TG2', 'TG3']])
  assert.equal(s.verdict.value?.word, 'OK 2')
  await s.scan('TG1') // its own code is still in front of the camera
  assert.equal(asked.length, 2)
  s.next()
})

test('of a party that is inside more may come; of an order nobody asks again', async () => {
  const { s, gate } = scanner(() => ({ status: 'alreadyIn' }))
  gate.rest = async () => ['TG2']
  await s.scan('TG1')
  assert.equal(s.verdict.value?.family, 'ask')
  assert.deepEqual(s.verdict.value?.rest, ['TG2'])
  s.next()
  await s.scan('T1')
  assert.equal(s.verdict.value?.family, 'stop')
  assert.deepEqual(s.verdict.value?.rest, [])
})

test('that somebody is inside is set aside only by who was told so', async () => {
  const { s, gate } = scanner(() => ({ status: 'full' }))
  const said: object[] = []
  const scan = gate.scan
  gate.scan = async (want) => {
    const { override, inside } = want as { override?: boolean; inside?: boolean }
    said.push({ override, inside })
    return scan(want)
  }
  await s.scan('T1')
  s.override('There is room')
  await settled()
  s.next()
  Object.assign(s, { gate: { ...gate, scan: async (want: { codes: string[] }) => ({ ...(await gate.scan(want)), status: 'alreadyIn' }) } })
  await s.scan('T2')
  s.override('Only stepped out')
  await settled()
  const asks = { override: undefined, inside: undefined }
  assert.deepEqual(said, [asks, { override: true, inside: undefined }, asks, { override: true, inside: true }])
  s.next()
})

test('the gate where a phone stands is that of its code, or the one chosen there', async () => {
  const { s, gate } = scanner(() => ({}))
  const said: (number | undefined)[] = []
  const scan = gate.scan
  gate.scan = async (want) => {
    said.push((want as { gate?: number }).gate)
    return scan(want)
  }
  const asks = async (code: string) => {
    await s.scan(code)
    s.next()
  }
  await asks('T1') // an event without a plan
  gate.home = { ...home, device: { ...home.device, gate: 'nord' }, gates: [{ id: 3, name: 'Nord' }, { id: 4, name: 'Süd' }] } as never
  s.home.value = gate.home as never
  await asks('T2')
  s.stand(4)
  await asks('T3')
  s.stand(0)
  await asks('T4')
  assert.deepEqual(said, [undefined, 3, 4, undefined])
  kept.delete('door.gate')
})

test('a tag that is held to the phone is asked about as what its guest wears', async () => {
  let read: (e: { serialNumber: string }) => void = () => undefined
  Object.assign(globalThis, { NDEFReader: class { set onreading(f: typeof read) { read = f } scan() { return Promise.resolve() } } })
  const { s, asked, gate } = scanner(() => ({}))
  const tags: (string | undefined)[] = []
  const scan = gate.scan
  gate.scan = async (want: { codes: string[]; tag?: string }) => { tags.push(want.tag); return scan(want) }
  assert.ok(await readTags((tag) => void s.tagged(tag)))
  read({ serialNumber: '' }) // some tags hide theirs
  read({ serialNumber: '04:aa:bb:cc' })
  await settled()
  read({ serialNumber: '04:aa:bb:cc' })
  await settled()
  assert.deepEqual(asked, [['TG9']])
  assert.deepEqual(tags, ['04AABBCC'])
  s.next()
  Object.assign(globalThis, { NDEFReader: undefined })
  assert.ok(!await readTags(() => undefined))
})

test('a screen that waits goes dim, and no verdict does', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { s } = scanner(() => ({ status: 'denied' }))
  s.stir()
  t.mock.timers.tick(19_000)
  assert.ok(!s.dim.value)
  s.saw(['T1']) // somebody is there
  await settled()
  t.mock.timers.tick(19_000)
  assert.ok(!s.dim.value)
  t.mock.timers.tick(60_000)
  assert.ok(!s.dim.value) // the verdict stands
  s.next()
  t.mock.timers.tick(21_000)
  assert.ok(s.dim.value)
  s.stir()
  assert.ok(!s.dim.value)
})

test('a stop cannot be scanned away at once', async () => {
  const { s, asked } = scanner(() => ({ status: 'denied' }))
  await s.scan('ONE')
  await s.scan('TWO')
  assert.deepEqual(asked, [['ONE']])
})

test('a guest who is asked for is finished first', async () => {
  const { s, asked } = scanner(() => ({ status: 'requiresConfirmation', choices: [{ code: 'ONE', name: '' }] }))
  await s.scan('ONE')
  assert.equal(s.verdict.value?.family, 'ask')
  await s.scan('TWO')
  assert.deepEqual(asked, [['ONE']])
})

test('without a network and a list nothing is shown as let in', async () => {
  const { s } = scanner(() => { throw new Offline() })
  await s.scan('ONE')
  assert.equal(s.verdict.value, undefined)
  assert.notEqual(s.note.value, '')
})

test('a phone with scans that were not sent becomes nothing else', async () => {
  const { s, gate } = scanner(() => ({}))
  gate.left = 3
  await s.join('mq_code', 'Mirko')
  assert.notEqual(s.problem.value, '')
  await s.leave()
  assert.equal(s.unsent.value, 3)
})

test('a scanner that is open in another tab scans here only when somebody says so', async () => {
  let free = false
  const request = async (_name: string, how: { steal?: boolean }, held: () => unknown) => {
    if (!free && !how.steal) throw new Error('taken')
    return held()
  }
  const query = async () => ({ held: [{ name: 'marquee-door' }] })
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request, query } }, configurable: true })
  Object.assign(globalThis, { location: { hash: '#mq_code', pathname: '/door/' }, history: { replaceState: () => undefined } })
  const opened = (blank = false) => {
    const s = new Scanner({ rules: '', reader: '' }), begun: string[] = []
    Object.assign(s, { blank: async () => blank, begun: async (code: string) => { begun.push(code) } })
    return { s, begun }
  }
  const { s, begun } = opened()
  await s.open()
  assert.equal(s.screen.value, 'elsewhere')
  assert.deepEqual(begun, [])
  await s.takeOver()
  assert.deepEqual(begun, ['mq_code']) // the gate code that opened the tab

  // A phone that is no scanner yet has nothing to lose: the newest tab is it, but none takes back
  // by itself what it lost.
  const newest = opened(true)
  await newest.s.open()
  assert.deepEqual(newest.begun, ['mq_code'])
  tab.set('door.lost', '1')
  free = true // the other one is loaded anew
  const older = opened(true)
  await older.s.open()
  assert.equal(older.s.screen.value, 'elsewhere')
  assert.equal(tab.get('door.lost'), undefined)
  free = false

  free = true
  const alone = opened()
  await alone.s.open()
  assert.deepEqual(alone.begun, ['mq_code'])
})

test('a gate code that is closed says why, and is not forgotten', async () => {
  const { s } = scanner(() => ({}))
  let closed: Closed | undefined
  Object.assign(s, { api: { join: async () => { throw new Refused(422, '', {}, closed) } } })
  s.joinBy('mq_code')
  const said = new Set<string>()
  for (const why of ['ended', 'used', 'late', undefined] as const) {
    closed = why && { why, until: Date.now() * 1000 }
    await s.join('mq_code', 'Mirko')
    said.add(s.problem.value)
  }
  assert.equal(said.size, 4)
  assert.equal(s.joinCode.value, 'mq_code')
})
