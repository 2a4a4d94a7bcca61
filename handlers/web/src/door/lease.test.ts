// Leases on a phone: they say the same as to the box office, and a phone that nobody answers
// lets in by its own alone.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { anyGate, gateOf, has, mayAlone, openLease, partOf, take, unknownGate, type Held, type Lease } from './lease'
import { program } from './rules.test'

interface Vector { text: string; key: string; order: number; saleItem: number; gate?: number; part: number; says: [number, number, number, number] | null; has: boolean }

const vectors = readFileSync(path.join(process.env['MARQUEE_WEB']!, '../../app/ticketcode/testdata/leases.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l) as Vector)

test('every lease says the same to a phone', async () => {
  const rules = await program()
  assert.ok(vectors.length >= 450)
  for (const v of vectors) {
    assert.equal(partOf(v.order), v.part)
    const [zone, device] = v.says ?? [rules.lease(v.text)?.zone ?? 0, rules.lease(v.text)?.device ?? 0]
    const read = await openLease(v.text, rules, [{ id: 1, public: v.key }], zone, device)
    assert.deepEqual(read && [read.zone, read.device, read.serial, read.until / 1e6], v.says)
    assert.equal(read !== null && has(read, v.order, v.saleItem, v.gate ?? 0), v.has)
    if (v.says) assert.equal(await openLease(v.text, rules, [{ id: 1, public: v.key }], zone, device + 1), null, 'it is of another phone')
  }
})

const lease: Lease = { zone: 7, device: 1, serial: 3, until: 100, low: 0xffffffff, high: 0xffffffff, saleItems: [] }
const others: [] = []

test('a lease is of use once the list was read, until it ends or is asked back', async () => {
  const open = (text: string) => Promise.resolve(text ? lease : null)
  let held: Held | undefined
  assert.ok(mayAlone(held, 1, 1, 0, 50), 'nothing was shared out')
  held = await take(held, { epoch: 1, text: '', serial: 0, others }, open)
  assert.ok(!mayAlone(held, 1, 1, 0, 50), 'leases count, and it has none')
  held = await take(held, { epoch: 1, text: 'L', serial: 3, others }, open)
  assert.ok(!mayAlone(held, 1, 1, 0, 50), 'the list may be old')
  held.usable = true
  assert.ok(mayAlone(held, 1, 1, 0, 50))
  assert.ok(!mayAlone(held, 1, 1, 0, 100), 'it is over')
  held = await take(held, { epoch: 1, text: 'L', serial: 3, others }, open)
  assert.ok(mayAlone(held, 1, 1, 0, 50), 'the same one stays')
  held = await take(held, { epoch: 1, text: '', serial: 3, others }, open)
  assert.ok(!mayAlone(held, 1, 1, 0, 50), 'it was asked back')
  assert.equal(held.dropped, 3)
  held = await take({ ...held, lease: { ...lease, serial: 2 }, usable: true }, { epoch: 1, text: 'L', serial: 3, others }, open)
  assert.ok(!mayAlone(held, 1, 1, 0, 50), 'another one begins anew')
})

test('tickets that are shared by gates are those of the first that leads to the seat', () => {
  const all = { low: 0xffffffff, high: 0xffffffff }
  const west = { low: 0, high: 0, saleItems: [], byGate: true, gates: [{ id: 3, ...all }] }
  assert.equal(gateOf({ gates: [3, 4] }), 3)
  assert.equal(gateOf({}), anyGate)
  assert.equal(gateOf({ gates: [3], unlisted: true }), unknownGate)
  assert.deepEqual([3, 4, anyGate, unknownGate].map((gate) => has(west, 1, 1, gate)), [true, false, false, false])
  assert.deepEqual([3, anyGate, unknownGate].map((gate) => has({ ...all, saleItems: [] }, 1, 1, gate)), [true, true, true], 'shared by orders alone')
})
