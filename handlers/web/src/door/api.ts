// What a phone asks the server. The phone's secret is in a cookie that scripts cannot read.
import type { Micros } from './rules'
import type { Found, Home, Page, ScanAsk, Told, Uploaded, UploadRow } from './wire'

// Offline is: nobody answered, or nobody who could.
export class Offline extends Error {}
// Locked is: the server does not know this phone, or no longer.
export class Locked extends Error {}
// Closed is why a gate code opens nothing any more, and until when it did.
export interface Closed {
  why: 'ended' | 'used' | 'late'
  until: Micros
}

// Refused is: the server understood, and said no.
export class Refused extends Error {
  constructor(readonly status: number, message: string, readonly fields: Record<string, string[]>, readonly closed?: Closed) {
    super(message)
  }
}

// ListQuery asks for a list from its beginning, with what was refunded too if that is to be there,
// for more of it by a cursor, or for what changed since.
export interface ListQuery {
  cursor?: string
  since?: number
  gone?: boolean
}

export interface Server {
  home(waits: number): Promise<Home>
  list(query: ListQuery): Promise<Page>
  scan(ask: ScanAsk, timeout: number): Promise<Told>
  upload(uuid: string, rows: UploadRow[]): Promise<Uploaded>
  search(zone: number, query: string): Promise<Found[]>
  heard(said: { zone: number; epoch: number; holds: number; dropped: number }): Promise<unknown>
}

export class HTTP implements Server {
  constructor(private readonly base = '/door/api') {}

  // home says how many scans are still on the phone, for whoever runs the door.
  home(waits: number): Promise<Home> {
    return this.ask('GET', `/home?waits=${waits}`)
  }

  list(query: ListQuery): Promise<Page> {
    const q = new URLSearchParams()
    if (query.cursor) q.set('cursor', query.cursor)
    if (query.since !== undefined) q.set('since', String(query.since))
    if (query.gone) q.set('gone', '1')
    return this.ask('GET', `/list?${q}`, undefined, 60_000)
  }

  scan(ask: ScanAsk, timeout: number): Promise<Told> {
    return this.ask('POST', '/scan', ask, timeout)
  }

  upload(uuid: string, rows: UploadRow[]): Promise<Uploaded> {
    return this.ask('POST', '/upload', { uuid, rows }, 30_000)
  }

  async search(zone: number, query: string): Promise<Found[]> {
    const q = new URLSearchParams({ zone: String(zone), query })
    return (await this.ask<{ found: Found[] }>('GET', `/search?${q}`)).found
  }

  heard(said: { zone: number; epoch: number; holds: number; dropped: number }): Promise<unknown> {
    return this.ask('POST', '/leases', said)
  }

  join(code: string, name: string): Promise<Home> {
    return this.ask('POST', '/join', { code, name })
  }

  leave(): Promise<unknown> {
    return this.ask('POST', '/leave', {})
  }

  private async ask<T>(method: string, path: string, body?: unknown, timeout = 10_000): Promise<T> {
    let answer: Response
    try {
      answer = await fetch(this.base + path, {
        method, cache: 'no-store', credentials: 'same-origin', redirect: 'error', signal: AbortSignal.timeout(timeout),
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      })
    } catch {
      throw new Offline()
    }
    const told = await answer.json().catch(() => {
      throw new Offline() // a captive portal, or an answer that was cut off
    })
    if (answer.ok) return told as T
    if (answer.status === 401) throw new Locked()
    // Whoever stands between may refuse too; only the box office itself locks a phone.
    if (answer.status >= 500 || answer.status === 429 || answer.status === 403) throw new Offline()
    throw new Refused(answer.status, String(told.message ?? ''), told.errors ?? {}, told.why ? { why: told.why, until: told.until } : undefined)
  }
}
