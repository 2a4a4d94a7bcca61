// A phone without a network finds what the box office finds: by the same file of cases.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { asked, fold, plain, says } from './search'

interface Cases {
  fold: { text: string; folded: string }[]
  words: { text: string; words: string[] }[]
  found: { texts: string[]; query: string; found: boolean }[]
}

const cases = JSON.parse(readFileSync(path.join(process.env['MARQUEE_WEB']!, '../../app/search/testdata/cases.json'), 'utf8')) as Cases

test('texts are folded as in the box office', () => {
  assert.ok(cases.fold.length >= 20)
  for (const c of cases.fold) assert.equal(fold(c.text), c.folded, c.text)
})

test('a search has the same words', () => {
  for (const c of cases.words) assert.deepEqual(asked(c.text), c.words, c.text)
})

test('the same texts are found', () => {
  assert.ok(cases.found.length >= 20)
  for (const c of cases.found) assert.equal(says(asked(c.query), ...c.texts.map(plain)), c.found, `${c.texts.join()}?${c.query}`)
})
