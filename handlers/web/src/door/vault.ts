// What a phone keeps: encrypted under a key that never leaves the browser's store and that
// goes when the phone is locked. Without the key what is left is noise.
import { openDB, deleteDB, type IDBPDatabase } from 'idb'

const name = 'marquee-door'
type Part = 'pages' | 'meta' | 'queue'
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

export class Vault {
  private gone = false // nothing is kept any longer, and nothing can be

  private constructor(private readonly db: IDBPDatabase, private readonly key: CryptoKey) {}

  static async open(): Promise<Vault> {
    const db = await Vault.store()
    return new Vault(db, (await db.get('key', 0)) ?? (await Vault.draw(db)))
  }

  // blank tells that the phone keeps nothing: it is no scanner yet, or no longer.
  static async blank(): Promise<boolean> {
    const db = await Vault.store()
    const kept = await Promise.all([db.count('meta'), db.count('queue')])
    db.close()
    return kept.every((n) => n === 0)
  }

  private static async store(): Promise<IDBPDatabase> {
    const db = await openDB(name, 1, {
      upgrade(made) {
        for (const store of ['key', 'pages', 'meta', 'queue']) made.createObjectStore(store)
      },
      // A second tab that wipes must not wait for this one.
      blocking: () => db.close(),
    })
    return db
  }

  private static async draw(db: IDBPDatabase): Promise<CryptoKey> {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    const tx = db.transaction('key', 'readwrite')
    const rival = await tx.store.get(0) // another tab may have been faster
    if (!rival) await tx.store.put(key, 0)
    await tx.done
    return rival ?? key
  }

  async put(part: Exclude<Part, 'queue'>, at: IDBValidKey, value: unknown): Promise<void> {
    const sealed = await this.seal(value)
    if (this.gone) return
    const tx = this.db.transaction(part, 'readwrite', { durability: 'relaxed' })
    await Promise.all([tx.store.put(sealed, at), tx.done])
  }

  // queue returns when a scan is on the disk, where the browser can promise that. It fails
  // where another tab wiped the phone: nobody could read the scan.
  async queue(at: IDBValidKey, value: unknown): Promise<void> {
    const sealed = await this.seal(value)
    const tx = this.db.transaction(['queue', 'key'], 'readwrite', { durability: 'strict' })
    const readable = (await tx.objectStore('key').count()) > 0
    if (readable) await tx.objectStore('queue').put(sealed, at)
    await tx.done
    if (!readable) throw new Error('the phone was wiped')
  }

  async get<T>(part: Part, at: IDBValidKey): Promise<T | undefined> {
    const sealed: Sealed | undefined = this.gone ? undefined : await this.db.get(part, at)
    return sealed && this.unseal<T>(sealed)
  }

  // keys are in their order.
  async keys(part: Part): Promise<IDBValidKey[]> {
    return this.gone ? [] : this.db.getAllKeys(part)
  }

  async remove(part: Part, keys: IDBValidKey[]): Promise<void> {
    if (this.gone) return
    const tx = this.db.transaction(part, 'readwrite')
    await Promise.all([...keys.map((at) => tx.store.delete(at)), tx.done])
  }

  async clear(part: Part): Promise<void> {
    if (!this.gone) await this.db.clear(part)
  }

  // wipe forgets the key first, then all the rest; nothing while scans are queued, by this
  // tab or another. It tells whether nothing is left.
  async wipe(): Promise<boolean> {
    if (this.gone) return true
    const tx = this.db.transaction(['queue', 'key'], 'readwrite')
    const empty = (await tx.objectStore('queue').count()) === 0
    if (empty) await tx.objectStore('key').clear()
    await tx.done
    if (!empty) return false
    this.gone = true
    this.db.close()
    await deleteDB(name)
    return true
  }

  private async seal(value: unknown): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const plain = new TextEncoder().encode(JSON.stringify(value))
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.key, plain) }
  }

  private async unseal<T>(sealed: Sealed): Promise<T> {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, this.key, sealed.data)
    return JSON.parse(new TextDecoder().decode(plain)) as T
  }
}
