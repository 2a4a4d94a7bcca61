// The program for phones decides as the box office does: on the same file of requests.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { decode, encode, Rules, type Ask } from './rules'

const web = process.env['MARQUEE_WEB']!
export const program = () => Rules.load(new Uint8Array(brotliDecompressSync(readFileSync(path.join(web, 'dist/rules.wasm.br')))))

interface Vector {
  ask: Ask
  row: (number | null)[]
  answer: (number | null)[]
  status: string
}

const vectors = readFileSync(path.join(web, '../../app/entry/rules/testdata/vectors.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l) as Vector)
const numbers = (row: (number | null)[]) => row.map((n) => n ?? NaN)

test('every request is decided as the box office does', async () => {
  const rules = await program()
  assert.ok(vectors.length >= 500)
  for (const v of vectors) {
    assert.deepEqual(encode(v.ask), numbers(v.row))
    const answer = rules.answer(encode(v.ask))
    assert.deepEqual(answer, numbers(v.answer))
    assert.equal(decode(answer).status, v.status)
  }
})

test('what is no request is refused, and the program goes on', async () => {
  const rules = await program()
  for (const row of [[1], [NaN], new Array<number>(300_000).fill(0)]) assert.throws(() => rules.answer(row))
  assert.deepEqual(rules.answer(encode(vectors[0]!.ask)), numbers(vectors[0]!.answer))
})
