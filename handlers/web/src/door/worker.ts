// The service worker keeps the files of the scanner, so that it opens without a network.
// The server writes the list of files in front of it; it changes with every release.
/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope & { marquee: { version: string; files: string[] } }

const name = `scanner-${self.marquee.version}`

self.addEventListener('install', (e) => {
  e.waitUntil(caches.open(name).then((c) => c.addAll(self.marquee.files)).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (e) => {
  const others = async () => {
    for (const key of await caches.keys()) if (key.startsWith('scanner-') && key !== name) await caches.delete(key)
    await self.clients.claim()
  }
  e.waitUntil(others())
})

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url)
  if (e.request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname === '/door/' || self.marquee.files.includes(url.pathname)) e.respondWith(kept(e.request, url.pathname))
})

// kept answers with the page as it is now where the network is quick, else as it was.
async function kept(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(name)
  const known = await cache.match(path)
  if (known && path !== '/door/') return known
  try {
    const fresh = await fetch(request, known ? { signal: AbortSignal.timeout(2000) } : {})
    if (fresh.ok) await cache.put(path, fresh.clone())
    return fresh.ok || !known ? fresh : known
  } catch (fault) {
    if (known) return known
    throw fault
  }
}

export {}
