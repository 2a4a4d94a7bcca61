/// <reference lib="webworker" />
// Keeps the page of an order, and what it is drawn with, for when there is no network.
export {}
declare const self: ServiceWorkerGlobalScope

const kept = 'orders-1'

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim().then(clean)))

/** Forgets what older releases kept of orders. The other caches of the origin are the scanner's. */
async function clean(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('orders-') && name !== kept) await caches.delete(name)
}

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url)
  if (e.request.method !== 'GET' || url.origin !== location.origin) return
  if (/^\/orders\/.+\//.test(url.pathname)) return // what is paid or done on the way is not kept
  if (e.request.mode === 'navigate') e.respondWith(page(e.request))
  else if (url.pathname.startsWith('/assets/')) e.respondWith(asset(e.request))
})

/** The page of now, else the one that was kept, which says when that was. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(kept)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, stamped(answer.clone()))
    else if (answer.status === 404) await cache.delete(request)
    return answer
  } catch (error) {
    const old = await cache.match(request)
    if (!old) throw error
    const text = (await old.text()).replace('<html', `<html data-kept="${old.headers.get('X-Kept') ?? ''}"`)
    return new Response(text, { headers: old.headers })
  }
}

function stamped(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.set('X-Kept', new Date().toISOString())
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  return new Response(answer.body, { status: answer.status, headers })
}

async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(kept)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
