import assert from 'node:assert/strict'
import test from 'node:test'
import { nearest, next } from './seats'

const hall = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 30, y: 0 }, { x: 4, y: 10 }, { x: 14, y: 11 }, { x: 200, y: 20 }]
const right = { x: 1, y: 0 }
const down = { x: 0, y: 1 }

test('the arrows go to what lies ahead', () => {
  assert.equal(next(hall[0]!, right, hall), 1)
  assert.equal(next(hall[1]!, right, hall), 2)
  assert.equal(next(hall[2]!, { x: -1, y: 0 }, hall), 1)
  assert.equal(next(hall[0]!, down, hall), 3)
  assert.equal(next(hall[1]!, down, hall), 4)
  assert.equal(next(hall[0]!, { x: 0, y: -1 }, hall), -1)
  assert.equal(next(hall[0]!, { x: -1, y: 0 }, hall), -1)
})

test('a finger chooses the nearest seat, and none that is far away', () => {
  assert.equal(nearest({ x: 12, y: 2 }, hall, 22), 1)
  assert.equal(nearest({ x: 100, y: 60 }, hall, 22), -1)
})
