import assert from 'node:assert/strict'
import { test } from 'node:test'

import { due } from './clock.ts'

test('the last minute is said once, and its end', () => {
  assert.equal(due(61_000, false), 'nothing')
  assert.equal(due(60_000, false), 'warn')
  assert.equal(due(60_000, true), 'nothing')
  assert.equal(due(0, true), 'over')
  assert.equal(due(-5, false), 'over')
})
