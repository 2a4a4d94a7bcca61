import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sameClocks } from './zones.ts'

test('clocks are the same in summer and in winter, or they are others', () => {
  const from = new Date('2026-11-28T12:00:00Z')
  assert.equal(sameClocks('Europe/Berlin', 'Europe/Vienna', from), true)
  assert.equal(sameClocks('Europe/Berlin', 'Africa/Lagos', from), false) // the same in winter alone
  assert.equal(sameClocks('Europe/Berlin', 'Europe/London', from), false)
  assert.equal(sameClocks('Nowhere/AtAll', 'Europe/London', from), false)
})
