import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hold } from './only'

// Locks are those of a browser, as far as two tabs need them.
class Locks {
  private end: ((why: Error) => void) | undefined
  busy = 0 // how many times it does not answer in time
  request(_name: string, how: { steal?: boolean; signal?: AbortSignal }, held: () => Promise<unknown>): Promise<unknown> {
    if ((this.end || this.busy-- > 0) && !how.steal) return new Promise((_, no) => setTimeout(() => no(how.signal!.reason as Error))) // its time was up
    this.end?.(new Error('stolen'))
    return new Promise((_, no) => {
      this.end = no
      void held()
    })
  }
  query() {
    return Promise.resolve({ held: this.end ? [{ name: 'marquee-door' }] : [] })
  }
}

test('one tab is the scanner, until another one takes that over', async () => {
  const locks = new Locks() as unknown as LockManager, lost: string[] = []
  assert.ok(await hold(locks, false, () => lost.push('one')))
  assert.ok(!await hold(locks, false, () => lost.push('two')))
  assert.deepEqual(lost, [])
  assert.ok(await hold(locks, true, () => lost.push('three')))
  await new Promise((done) => setImmediate(done))
  assert.deepEqual(lost, ['one'])
})

test('a browser without locks scans all the same', async () => {
  assert.ok(await hold(undefined, false, () => undefined))
})

test('a browser that is too busy to answer is no other tab', async () => {
  const locks = new Locks()
  locks.busy = 2
  assert.ok(await hold(locks as unknown as LockManager, false, () => undefined))
})
