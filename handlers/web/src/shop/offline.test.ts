// The worker of orders beside the caches of others.
import assert from 'node:assert/strict'
import { test } from 'node:test'

test('only caches of orders are forgotten', async () => {
  const heard: Record<string, (e: { waitUntil(done: Promise<void>): void }) => void> = {}
  const names = ['orders-0', 'orders-1', 'scanner-0123', 'other']
  Object.assign(globalThis, {
    self: { addEventListener: (name: string, hear: () => void) => (heard[name] = hear), clients: { claim: () => Promise.resolve() } },
    caches: { keys: () => Promise.resolve([...names]), delete: (name: string) => Promise.resolve(names.splice(names.indexOf(name), 1)) },
  })
  await import('./offline')
  let done = Promise.resolve()
  heard['activate']!({ waitUntil: (until) => { done = until } })
  await done
  assert.deepEqual(names, ['orders-1', 'scanner-0123', 'other'])
})
