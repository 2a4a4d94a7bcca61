// The codes that rotate, as the page of an order draws them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { stepAt } from '../page/rotating'
import { aheadBy, codeAt, drawn } from './live'

interface Vector { text: string; secret?: string; now?: number; says: { barcode: string; step?: number } | null }

const vectors = readFileSync(path.join(process.env['MARQUEE_WEB']!, '../../app/ticketcode/testdata/vectors.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l) as Vector)

test('the page shows what a gate takes', async () => {
  const good = vectors.filter((v) => v.secret && v.says)
  assert.ok(good.length > 50)
  for (const v of good) assert.equal(await codeAt(v.text.slice(0, -7), v.secret!, v.says!.step!), v.text)
})

test('a symbol has its three corners, and a margin around', () => {
  const { path: d, width } = drawn('23456789ABCDEFGHJKLMNPQ.123456')
  const dark = new Set<string>()
  for (const [, x, y, w] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) for (let i = 0; i < Number(w); i++) dark.add(`${Number(x) + i} ${y}`)
  assert.equal(width, 25 + 8, 'a symbol of version 2 with a margin of four modules')
  const side = width - 8
  for (const [x, y] of [[4, 4], [4 + side - 7, 4], [4, 4 + side - 7]] as const) {
    for (let i = 0; i < 7; i++) assert.ok(dark.has(`${x + i} ${y}`) && dark.has(`${x + i} ${y + 6}`))
    assert.ok(!dark.has(`${x + 1} ${y + 1}`) && dark.has(`${x + 3} ${y + 3}`))
  }
  for (const at of dark) for (const n of at.split(' ').map(Number)) assert.ok(n >= 4 && n < width - 4)
})

test('a clock that is off is known by half the wait', () => {
  assert.equal(aheadBy(60_000, 1_000, 3_000), 58_000)
  assert.equal(stepAt(1_000 + aheadBy(60_000, 1_000, 1_000)), 4)
})
