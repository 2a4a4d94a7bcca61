import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hold } from './only'

// Locks are those of a browser, as far as two tabs need them.
class Locks {
  private end: ((why: Error) => void) | undefined
  request(_name: string, how: { steal?: boolean; signal?: AbortSignal }, held: () => Promise<unknown>): Promise<unknown> {
    if (this.end && !how.steal) return new Promise((_, no) => setTimeout(() => no(how.signal!.reason as Error))) // its time was up
    this.end?.(new Error('stolen'))
    return new Promise((_, no) => {
      this.end = no
      void held()
    })
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
