// Phones read codes as the box office does: on the same file.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { readCode, type Key } from './codes'
import { List } from './list'
import { rotatingForm, signedCode, ticketCode, unknownCode } from './rules'
import { program } from './rules.test'
import { ofDemo, type Page } from './wire'

interface Says {
  barcode: string
  step?: number
  event?: number
  item?: number
  saleItem?: number
  kind?: number
  from?: number
  to?: number
  demo?: boolean
}

interface Vector {
  text: string
  keys?: Record<string, string>
  secret?: string
  now?: number
  says: Says | null
}

const vectors = readFileSync(path.join(process.env['MARQUEE_WEB']!, '../../app/ticketcode/testdata/vectors.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l) as Vector)

const keysOf = (v: Vector): Key[] => Object.entries(v.keys ?? {}).map(([id, hex]) => ({ id: Number(id), public: Buffer.from(hex, 'hex').toString('base64') }))

// listOf has the ticket of a rotating code.
function listOf(v: Vector): List {
  const list = new List()
  const page: Page = {
    goods: [{ saleItem: 1, kind: 0, name: '', from: null, to: null, grace: 0 }], moves: [], end: 0, cursor: '', total: 0,
    tickets: v.secret ? [{ id: 1, code: v.text.replace(/\.[0-9]{6}$/, ''), form: rotatingForm, secret: v.secret, good: 0, flags: 2, order: 'A' }] : [],
  }
  list.take(page)
  return list
}

test('every code says the same to a phone', async () => {
  const rules = await program()
  assert.ok(vectors.length >= 500)
  for (const v of vectors) {
    const read = await readCode(v.text, listOf(v), rules, keysOf(v), v.says?.event ?? 0, v.now ?? 0)
    const want = v.says
    if (v.secret) {
      assert.equal(read.kind === ticketCode ? read.step : null, want?.step ?? null)
      continue
    }
    assert.equal(read.kind === signedCode, want !== null, v.text)
    if (!want) continue
    const t = read.ticket!
    assert.deepEqual([t.code, t.id, t.good.saleItem, t.good.kind, t.good.from, t.good.to, (t.flags & ofDemo) !== 0], [want.barcode, want.item ?? 0, want.saleItem ?? 0, want.kind ?? 0, want.from ?? null, want.to ?? null, want.demo ?? false])
  }
})

test('a signed code of another event opens nothing here', async () => {
  const rules = await program()
  const v = vectors.find((v) => v.keys && v.says)!
  const read = await readCode(v.text, new List(), rules, keysOf(v), (v.says!.event ?? 0) + 1, 0)
  assert.equal(read.kind, 0)
})

test('a season ticket that was sold for another event is good in the window of this one', async () => {
  const rules = await program()
  const v = vectors.find((v) => v.keys && v.says?.kind === 2 && v.says.saleItem)!
  const show = async (...kinds: number[]) => {
    const list = new List()
    list.take({
      goods: kinds.map((kind, i) => ({ saleItem: v.says!.saleItem!, kind, name: 'Pass', from: 50 + i, to: 60 + i, grace: 5 })), moves: [], end: 0, cursor: '', total: 0,
      tickets: [{ id: v.says!.item! + 1, code: 'OTHER', good: 0, flags: 2, order: 'A' }],
    })
    return readCode(v.text, list, rules, keysOf(v), v.says!.event! + 1, 0)
  }
  const read = await show(2, 2) // its window was changed since
  assert.deepEqual([read.kind, read.ticket?.id, read.ticket?.code, read.ticket?.good.from, read.ticket?.good.grace], [signedCode, v.says!.item, v.says!.barcode, 51, 5])
  assert.equal((await show(0)).kind, unknownCode) // no season ticket, says the list
})
