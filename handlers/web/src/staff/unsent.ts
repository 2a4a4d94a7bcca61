// The store of the scanner on this phone, and where its scans wait.
const name = 'marquee-door'
const part = 'queue'

/** How many scans this phone has that the server does not have; 0 where it never scanned. */
export function unsent(): Promise<number> {
  return new Promise((tell) => {
    const open = indexedDB.open(name)
    open.onupgradeneeded = () => open.transaction?.abort() // there is none, and none is made
    open.onerror = open.onblocked = () => tell(0)
    open.onsuccess = () => {
      const db = open.result
      const done = (n: number) => {
        db.close()
        tell(n)
      }
      if (!db.objectStoreNames.contains(part)) return done(0)
      const count = db.transaction(part).objectStore(part).count()
      count.onsuccess = () => done(count.result)
      count.onerror = () => done(0)
    }
  })
}
